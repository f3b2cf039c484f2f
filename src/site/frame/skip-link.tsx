import type { ReactNode } from 'react';

/** The first focusable element: skips the header. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 rounded-full bg-ink px-6 py-3 font-bold text-white not-focus:sr-only"
    >
      本文へ移動
    </a>
  );
}

/** The target of the skip link: the page itself. */
export function Main({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={`min-h-[60dvh] outline-none ${className}`}>
      {children}
    </main>
  );
}
