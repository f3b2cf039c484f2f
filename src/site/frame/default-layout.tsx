import type { ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useServerError } from '#kit/client/server-error.ts';
import { breadcrumbTrail } from '#kit/pages/breadcrumb-trail.ts';
import { SampleNotice } from '#kit/pages/sample-notice.tsx';
import { Breadcrumb } from '#kit/ui/navigation/breadcrumb.tsx';
import { ToastRegion } from '#kit/ui/toast.tsx';
import type { SiteNotice } from '#site/content/site-content.ts';
import type { AccountProps } from './account-menu.tsx';
import { AppraisalModal } from './appraisal-modal.tsx';
import { ErrorPage } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LazyMessageModal } from './lazy-message-modal.tsx';
import type { MenuCampaign } from './navigation.ts';
import { SiteNotices } from './site-notices.tsx';
import { Main, SkipLink } from './skip-link.tsx';

type DefaultLayoutProps = AccountProps & {
  /** Whether sample data is loaded, which every page then states. */
  sample: boolean;
  associateCount: number;
  campaigns: readonly MenuCampaign[];
  hasCommerce: boolean;
  notices?: readonly SiteNotice[];
  children: ReactNode;
};

/** The layout of nearly every page: header, breadcrumb, the page, footer and the modals. */
export function DefaultLayout({
  account,
  onSignOut,
  sample,
  associateCount,
  campaigns,
  hasCommerce,
  notices = [],
  children,
}: DefaultLayoutProps) {
  const crumbs = breadcrumbTrail(useMatches());
  const { shown, clear } = useServerError(useLocation().key);
  return (
    <AppraisalModal associateCount={associateCount}>
      <SkipLink />
      {sample && <SampleNotice />}
      <SiteNotices notices={notices} />
      <Header campaigns={campaigns} account={account} onSignOut={onSignOut} />
      {crumbs.length > 0 && (
        <div className="page-container pt-4">
          <Breadcrumb crumbs={crumbs} />
        </div>
      )}
      <Main>
        {shown && <ErrorPage key={shown.count} {...shown.error} onBack={clear} />}
        {/* The page is only hidden, so that its input is kept for going back. */}
        <div className="contents" hidden={shown !== undefined}>
          {children}
        </div>
      </Main>
      <Footer campaigns={campaigns} hasCommerce={hasCommerce} />
      <LazyMessageModal />
      <ToastRegion />
    </AppraisalModal>
  );
}
