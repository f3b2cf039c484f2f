import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { menuEntry } from '#app/ui/menu.tsx';
import { type AccountProps, hiddenWhileUnknown, MyPageEntries } from './account-menu.tsx';
import { AppraisalButton } from './appraisal-modal.tsx';
import {
  campaignLinks,
  type MenuCampaign,
  plainLinks,
  type SiteLink,
  serviceLinks,
} from './navigation.ts';

/** The hamburger with the drawer behind it: the same links as the header of the desktop. */
export function Drawer({
  campaigns,
  account,
  onSignOut,
}: AccountProps & { campaigns: readonly MenuCampaign[] }) {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setOpen(false);
  }
  // A drawer that is open where it has no button could not be understood.
  useEffect(() => {
    const desktop = matchMedia('(width >= 67.5rem)');
    const close = () => setOpen(false);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center rounded-full hover:bg-sand noscript:hidden"
      >
        <Icon name="menu" className="size-6.5" />
        <span className="sr-only">メニューを開く</span>
      </button>
      {/* Without scripts the same links are at the foot of the page. */}
      <a href="#site-links" className="hidden size-11 place-items-center noscript:grid">
        <Icon name="menu" className="size-6.5" />
        <span className="sr-only">メニューへ移動</span>
      </a>
      <Dialog isOpen={isOpen} title="メニュー" shape="drawer" onClose={() => setOpen(false)}>
        <div className="grid gap-3">
          <AppraisalButton onOpen={() => setOpen(false)}>寄付先を探す</AppraisalButton>
          {typeof account !== 'object' && (
            <div className={`grid grid-cols-2 gap-3 ${hiddenWhileUnknown(account)}`}>
              <ButtonLink to="/join" variant="outline" className="px-2">
                新規登録
              </ButtonLink>
              <ButtonLink to="/login" variant="outline" className="px-2">
                ログイン
              </ButtonLink>
            </div>
          )}
        </div>
        <nav aria-label="メニュー" className="mt-6 -mx-3 grid gap-4">
          {typeof account === 'object' && (
            <div>
              <GroupHeading>{account.name} さんのマイページ</GroupHeading>
              <MyPageEntries onSignOut={onSignOut} />
            </div>
          )}
          <Group links={plainLinks} />
          <Group heading="サービス" links={serviceLinks} />
          {campaigns.length > 0 && <Group heading="特集" links={campaignLinks(campaigns)} />}
        </nav>
      </Dialog>
    </>
  );
}

function GroupHeading({ children }: { children: React.ReactNode }) {
  return <p className="px-3 text-sm text-ink-2">{children}</p>;
}

function Group({ heading, links }: { heading?: string; links: readonly SiteLink[] }) {
  return (
    <div>
      {heading && <GroupHeading>{heading}</GroupHeading>}
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end className={menuEntry}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
