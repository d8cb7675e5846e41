import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { dismissToast, type Toast, useToasts } from '../store/toasts.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { SeverityGlyph } from './glyphs/SeverityGlyph.tsx';

/** The messages of the moment, over the lower left corner. Never role `status`: that is the state pill. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="pointer-events-none fixed bottom-11 left-20 z-50 flex w-[min(30rem,80vw)] flex-col gap-2">
      <div role="log" aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {toasts
          .filter((toast) => toast.role === 'log')
          .map((toast) => (
            <ToastBox key={toast.id} toast={toast} />
          ))}
      </div>
      {toasts
        .filter((toast) => toast.role === 'alert')
        .map((toast) => (
          <ToastBox key={toast.id} toast={toast} />
        ))}
    </div>
  );
}

function ToastBox({ toast }: { toast: Toast }) {
  const t = useTranslations('common');
  const alert = toast.role === 'alert';
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={`pointer-events-auto flex items-start gap-2.5 rounded-control border-[1.5px] bg-paper py-2 pr-1.5 pl-3 ${alert ? 'border-error' : 'border-ink'}`}
    >
      {alert && <SeverityGlyph severity="error" className="mt-0.5" />}
      <div className="min-w-0 flex-1 py-0.5">
        <p className="font-medium">{toast.text}</p>
        {toast.detail && <p className="mt-0.5 text-label whitespace-pre-line text-ink-2">{toast.detail}</p>}
      </div>
      {toast.action && (
        <Button
          small
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        small
        label={t('dismiss')}
        icon={<X size={14} aria-hidden />}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  );
}
