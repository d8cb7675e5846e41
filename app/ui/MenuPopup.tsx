import { Menu as Base } from '@base-ui/react/menu';
import { Kbd } from './Kbd.tsx';
import type { MenuProps } from './Menu.tsx';
import { POPUP, POPUP_ITEM } from './popup-classes.ts';

/** The menu itself: its trigger and what opens. Fetched by `Menu` when a person reaches for it. */
export function MenuPopup(props: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          align={props.align ?? 'start'}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Base.Popup className={`${POPUP} py-1`}>
            {props.entries.map((entry) => (
              <Base.Item
                key={entry.id}
                label={entry.label}
                disabled={Boolean(entry.disabledReason)}
                onClick={entry.onSelect}
                className={POPUP_ITEM}
              >
                {entry.icon && <span className="flex w-4 shrink-0 justify-center pt-0.5">{entry.icon}</span>}
                <span className="min-w-0 flex-1">
                  {entry.label}
                  {(entry.disabledReason ?? entry.note) && (
                    <span className="block text-label text-ink-2">{entry.disabledReason ?? entry.note}</span>
                  )}
                </span>
                {entry.keys && <Kbd>{entry.keys}</Kbd>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
