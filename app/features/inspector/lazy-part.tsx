import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';

/**
 * A part that comes in a file of its own with its first use, so that the page starts without it. While it loads a
 * word says so; `quiet` parts leave their place empty.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  quiet = false,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={quiet ? null : <Loading />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

function Loading() {
  const t = useTranslations('common');
  return <p className="p-4 text-ink-2">{t('loading')}</p>;
}
