import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/claim-page.ts';
import { SignInFrame } from './sign-in-frame.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お申し込みを履歴に入れる',
    description: '会員登録の前のお申し込みを、寄付の履歴に入れます。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'お申し込みを履歴に入れる' };

const ClaimPanel = lazyPart(() => import('./claim-panel.tsx').then((part) => part.ClaimPanel));

/** Target of the mailed link in a guest's application, for people who are signed in. */
export default function ClaimApplication() {
  return (
    <SignInFrame title="お申し込みを履歴に入れる" picture="package">
      <Lazy>
        <ClaimPanel />
      </Lazy>
    </SignInFrame>
  );
}
