import type { ReactNode } from 'react';
import { ToastRegion } from '#app/ui/toast.tsx';
import { PlainFooter } from './footer.tsx';
import { LazyMessageModal } from './lazy-message-modal.tsx';
import { Logo } from './logo.tsx';
import { SampleNotice } from './sample-notice.tsx';
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
