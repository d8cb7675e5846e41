import { useSession } from '../../store/session-store.ts';
import { ModelPicker } from './ModelPicker.tsx';
import { ScenarioPicker } from './ScenarioPicker.tsx';
import { SimulatedTag } from './SimulatedTag.tsx';

/** What is being debugged: title, scenario, model. */
export function Identity() {
  const title = useSession((session) => session.newest?.record.title ?? '');
  return (
    <div className="flex min-w-0 flex-1 flex-col py-1.5 narrow:py-0 justify-center gap-0.5 border-r border-hairline px-3 mid:px-4 wide:max-w-[318px]">
      <h1 className="truncate text-title font-semibold" title={title}>
        {title || 'Loupe'}
      </h1>
      <div className="flex min-w-0 items-center gap-2.5 mid:gap-3.5">
        <ScenarioPicker />
        <ModelPicker />
        <SimulatedTag />
      </div>
    </div>
  );
}
