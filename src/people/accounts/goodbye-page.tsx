import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { signOut, useSession } from '#people/session/session.ts';
import { SignInFrame } from '#people/sign-in/sign-in-frame.tsx';
import type { Route } from './+types/goodbye-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '退会のお手続きが済みました',
    description: 'たすきをご利用いただき、ありがとうございました。',
    isListed: false,
  });

export const handle = { breadcrumb: '退会のお手続き' };

/** Shown after an account was closed. */
export default function Goodbye() {
  const { uid } = useSession();
  const { erasedUid } = (useLocation().state ?? {}) as { erasedUid?: string };
  // Clears the session here, where no sign-in is required; a new sign-in by another person is kept.
  const isErased = uid === erasedUid;
  useEffect(() => {
    if (isErased) void signOut();
  }, [isErased]);
  return (
    <SignInFrame
      title="退会のお手続きが済みました"
      lead="これまでたすきをお使いいただき、ありがとうございました。"
      picture="bouquet"
      otherWays={
        <ButtonLink to="/" variant="outline">
          トップページへ
        </ButtonLink>
      }
    >
      <div className="space-y-4">
        <p>すべての端末からログアウトしています。</p>
        <p>
          法令で保存する寄付の記録のほかは、個人データを消去しました。これからメールをお送りすることはありません。
        </p>
        <p>また寄付をなさりたいときは、いつでもお待ちしています。</p>
      </div>
    </SignInFrame>
  );
}
