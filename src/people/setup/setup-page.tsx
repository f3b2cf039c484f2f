import { useRouteLoaderData } from 'react-router';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Card } from '#kit/ui/card.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { useMailedToken } from '#people/sign-in/use-mailed-token.ts';
import { SimpleLayout } from '#site/frame/simple-layout.tsx';
import type { Route } from './+types/setup-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'サービスの開設',
    description: 'サーバーに表示されたリンクから、サービスの開設をはじめます。',
    isListed: false,
  });

export const handle = { guard: 'setup', layout: 'simple' };

const SetupPanel = lazyPart(() => import('./setup-panel.tsx').then((part) => part.SetupPanel));

/** Target of the one-time link of a first start: its first visitor becomes the owner. */
export default function Setup() {
  const facts = useRouteLoaderData<{ isSample: boolean }>('root');
  const token = useMailedToken();
  return (
    <SimpleLayout sample={facts?.isSample ?? false}>
      <div className="page-container py-10">
        <div className="mx-auto max-w-modal-narrow">
          <div className="mb-6 text-center">
            <Picture name="seedling" className="mx-auto size-16" />
            <h1 className="mt-2">サービスの開設</h1>
            <p className="mt-1 text-ink-2 [word-break:auto-phrase]">
              はじめに、運営の責任者になる方のアカウントを作ります。
            </p>
          </div>
          <Card>
            <Lazy>
              <SetupPanel token={token} />
            </Lazy>
          </Card>
        </div>
      </div>
    </SimpleLayout>
  );
}
