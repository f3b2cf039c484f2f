import { useEffect } from 'react';
import { BrokenLink } from '#app/auth/broken-link.tsx';
import { SignInFrame } from '#app/auth/sign-in-frame.tsx';
import { useMailedToken } from '#app/auth/use-mailed-token.ts';
import { Lazy, lazyPart } from '#app/lazy-part.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { ScriptsNeeded } from '#app/ui/scripts-needed.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
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
