import type { ReactNode } from 'react';
import { Icon, type IconName } from './pictures/icon.tsx';

const kinds = {
  info: { icon: 'info', frame: 'border-sky bg-sky-soft', ink: 'text-sky' },
  success: { icon: 'success', frame: 'border-leaf bg-leaf-soft', ink: 'text-leaf' },
  error: { icon: 'alert', frame: 'border-error bg-error-soft', ink: 'text-error' },
  sample: { icon: 'sample', frame: 'border-honey bg-honey-soft', ink: 'text-ink' },
} as const satisfies Record<string, { icon: IconName; frame: string; ink: string }>;

/** A framed message. A later error is announced at once, the other kinds politely. */
export function Notice({
  kind = 'info',
  title,
  children,
}: {
  kind?: keyof typeof kinds;
  title?: ReactNode;
  children?: ReactNode;
}) {
  const { icon, frame, ink } = kinds[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-xl border-2 px-4 py-3 narrow:px-5 narrow:py-4 ${frame}`}
    >
      <Icon name={icon} className={`mt-0.5 size-6 ${ink}`} />
      <div className="min-w-0">
        {title && <p className={`font-bold [word-break:auto-phrase] ${ink}`}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
