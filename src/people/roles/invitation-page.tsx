import { useEffect } from 'react';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ScriptsNeeded } from '#kit/ui/scripts-needed.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { BrokenLink } from '#people/sign-in/broken-link.tsx';
import { SignInFrame } from '#people/sign-in/sign-in-frame.tsx';
import { useMailedToken } from '#people/sign-in/use-mailed-token.ts';
import type { Route } from './+types/invitation-page.ts';
import { invitationToken, storeInvitationToken } from './held-token.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '招待のご案内',
    description: 'たすきの運営や団体への招待の内容を確かめて、お引き受けいただけます。',
    isListed: false,
  });

export const handle = { breadcrumb: '招待のご案内' };

const InvitationPanel = lazyPart(() =>
  import('./invitation-panel.tsx').then((part) => part.InvitationPanel),
);

/** Target of the link in an invitation. */
export default function Invitation() {
  const mailed = useMailedToken();
  const token = mailed ?? (mailed === null ? invitationToken() : undefined);
  useEffect(() => {
    if (mailed) storeInvitationToken(mailed);
  }, [mailed]);
  return (
    <SignInFrame title="招待のご案内" picture="envelope">
      <ScriptsNeeded className="mb-6" />
      {token !== undefined && (
        <Lazy>
          <InvitationPanel token={token} />
        </Lazy>
      )}
      {token === undefined &&
        (mailed === null ? (
          <BrokenLink />
        ) : (
          <Skeleton lines={5} label="招待の内容を読み込んでいます" />
        ))}
    </SignInFrame>
  );
}
