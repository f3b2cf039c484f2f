import type { ReactNode } from 'react';

/** Words for those who listen, where the eye has something else. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
