import { pageMeta } from '#kit/pages/page-meta.ts';
import { Card } from '#kit/ui/card.tsx';
import type { Route } from './+types/erase-page.ts';
import { AccountScreen } from './edit-screen.tsx';
import { EraseForm } from './erase-form.tsx';
import { ErasureFacts } from './erasure-facts.tsx';
import { useOwnAccount } from './own-account.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '退会',
    description: 'アカウントを閉じ、個人データを消去します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: '退会' };

/** Closing the account: what happens to the data, then the re-authentication. */
export default function AccountErase() {
  const own = useOwnAccount();
  return (
    <AccountScreen title="退会" lead="お手続きの前に、次のことをお確かめください。">
      <Card className="space-y-8">
        <ErasureFacts />
        <div className="stitch" />
        <EraseForm own={own} />
      </Card>
    </AccountScreen>
  );
}
