import { ButtonLink } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { NavLink } from '#kit/ui/links/link.tsx';
import { menuEntry } from '#kit/ui/navigation/menu.tsx';
import { type AccountProps, hiddenWhileUnknown, MyPageEntries } from './account-menu.tsx';
import { AppraisalButton } from './appraisal-modal.tsx';
import {
  campaignLinks,
  type MenuCampaign,
  plainLinks,
  type SiteLink,
  serviceLinks,
} from './navigation.ts';

export type DrawerDialogProps = AccountProps & {
  isOpen: boolean;
  campaigns: readonly MenuCampaign[];
  onClose: () => void;
};

/** The drawer itself: the same links as the header of the desktop. */
export function DrawerDialog({
  isOpen,
  campaigns,
  account,
  onSignOut,
  onClose,
}: DrawerDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="メニュー" shape="drawer" onClose={onClose}>
      <div className="grid gap-3">
        <AppraisalButton onOpen={onClose}>寄付先を探す</AppraisalButton>
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
            <GroupHeading>
              {account.name && <bdi>{account.name}</bdi>}
              {account.name ? ' さんのマイページ' : 'マイページ'}
            </GroupHeading>
            <MyPageEntries role={account.role} onSignOut={onSignOut} />
          </div>
        )}
        <Group links={plainLinks} />
        <Group heading="サービス" links={serviceLinks} />
        {campaigns.length > 0 && <Group heading="特集" links={campaignLinks(campaigns)} />}
      </nav>
    </Dialog>
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
