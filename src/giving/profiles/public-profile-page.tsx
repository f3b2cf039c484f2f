import { data } from 'react-router';
import { authorName } from '#giving/pledges/pledge-author.ts';
import { PledgeGrid } from '#giving/pledges/pledge-card.tsx';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import type { PublicProfile } from '#people/accounts/account.ts';
import type { Route } from './+types/public-profile-page.ts';
import { Banner, ProfilePicture } from './shown-pictures.tsx';
import { SnsLinks } from './sns-links.tsx';

const nameOf = (author: PublicProfile) => `${authorName({ author })}さん`;

export const handle = {
  query: ['cursor'],
  breadcrumb: ({ profile }: { profile: PublicProfile }) => [
    { label: '#mypledge', to: '/my-pledge' },
    { label: nameOf(profile) },
  ],
};

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { profile } = args.loaderData;
  const name = nameOf(profile);
  return pageMeta(args, {
    title: `${name}のプロフィール`,
    description: profile.text || `${name}が寄付にこめた思いを、#mypledgeでご覧いただけます。`,
    // Search engines list pledges, not their authors (docs/product.md, Screens).
    isListed: false,
  });
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { reads, pledges } = context.get(services);
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
  const profile = await reads.publicProfile(params.uid);
  if (!profile) throw data('This page could not be found', { status: 404 });
  return { profile, pledges: await pledges.byAuthor(profile.uid, cursor) };
}

/** An author's public profile, with their pledges. */
export default function PublicProfilePage({
  loaderData: { profile, pledges },
}: Route.ComponentProps) {
  const { uid, text, snsAccounts, image, bannerImage } = profile;
  const { items, total, next, previous } = pledges;
  const partAt = (cursor: string) => `/profile/${uid}?cursor=${cursor}`;
  return (
    <div className="page-container space-y-12 py-10">
      <section className="overflow-hidden rounded-card border border-line bg-paper">
        <Banner path={bannerImage} />
        <div className="px-5 pb-6 narrow:px-8 narrow:pb-8">
          <ProfilePicture
            path={image}
            className="relative -mt-12 size-24 border-4 border-paper narrow:-mt-16 narrow:size-32"
          />
          <h1 className="mt-3 font-sans">
            <bdi>{authorName({ author: profile })}</bdi>さん
          </h1>
          {text !== '' && <Paragraphs text={text} className="mt-2" />}
          <SnsLinks accounts={snsAccounts} />
        </div>
      </section>
      <section aria-labelledby="authors-pledges">
        <h2 id="authors-pledges">#mypledge</h2>
        <p className="mt-1 mb-6 text-ink-2">
          {total.count}件{total.isMore && '以上'}の思いを公開しています。
        </p>
        {items.length > 0 ? (
          <PledgeGrid pledges={items} />
        ) : (
          <p>
            このページの#mypledgeは、いまはありません。
            <ButtonLink to={`/profile/${uid}`} variant="outline" size="small">
              はじめから見る
            </ButtonLink>
          </p>
        )}
        {(next || previous) && (
          <nav aria-label="#mypledgeのページ" className="mt-10 flex flex-wrap justify-center gap-3">
            {previous && (
              <ButtonLink to={partAt(previous)} variant="outline" rel="prev">
                新しい#mypledgeへ
              </ButtonLink>
            )}
            {next && (
              <ButtonLink to={partAt(next)} variant="outline" rel="next">
                前の#mypledgeを見る
              </ButtonLink>
            )}
          </nav>
        )}
      </section>
    </div>
  );
}
