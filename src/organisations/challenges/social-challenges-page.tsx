import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/social-challenges-page.ts';
import { ChallengeTiles, tileOf } from './challenge-tiles.tsx';

export const handle = { breadcrumb: '社会課題から選ぶ' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '社会課題から選ぶ',
    description: '子ども、動物、環境など18の社会課題から、取り組む団体を探せます。',
  });

export async function loader({ context }: Route.LoaderArgs) {
  const challenges = await context.get(services).challenges.list();
  return { challenges: challenges.map(tileOf) };
}

export default function SocialChallenges({ loaderData: { challenges } }: Route.ComponentProps) {
  return (
    <div className="page-container py-10">
      <h1>社会課題から選ぶ</h1>
      <p className="mt-2 mb-6 text-ink-2">気になる課題を選ぶと、取り組む団体が見つかります。</p>
      <ChallengeTiles challenges={challenges} />
    </div>
  );
}
