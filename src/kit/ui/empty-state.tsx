import type { ReactNode } from 'react';
import { Picture, type PictureName } from './pictures/picture.tsx';

/** Shown for an empty list: the reason, and possible actions. */
export function EmptyState({
  title,
  children,
  action,
  picture = 'empty-nest',
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  picture?: PictureName;
}) {
  return (
    <div className="flex flex-col items-center rounded-card border-2 border-dashed border-line px-6 py-10 text-center">
      <Picture name={picture} className="size-20" />
      <p className="font-heading mt-4 text-xl leading-snug font-bold [word-break:auto-phrase]">
        {title}
      </p>
      {children && <div className="mt-2 max-w-130 text-ink-2">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
