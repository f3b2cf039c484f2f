import type { ReactNode } from 'react';
import { Logo } from '#kit/pages/logo.tsx';
import { SampleNotice } from '#kit/pages/sample-notice.tsx';
import { ToastRegion } from '#kit/ui/toast.tsx';
import { PlainFooter } from './footer.tsx';
import { LazyMessageModal } from './lazy-message-modal.tsx';
import { Main, SkipLink } from './skip-link.tsx';

/** Logo, the page and a small footer: for errors and unmatched addresses (docs/product.md, Screens). */
export function SimpleLayout({
  sample = false,
  children,
}: {
  sample?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {sample && <SampleNotice />}
      <header className="border-b border-line bg-paper">
        <div className="page-container flex h-15 items-center narrow:h-18">
          <Logo />
        </div>
      </header>
      <Main className="grow">{children}</Main>
      <PlainFooter />
      <LazyMessageModal />
      <ToastRegion />
    </div>
  );
}
