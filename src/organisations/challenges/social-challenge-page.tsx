import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import type { ShownFund } from '#money/funds/shown-fund.ts';
import type { SocialChallenge } from '#organisations/associates/associate.ts';
import { AssociateSearch } from '#organisations/associates/associate-search.tsx';
import { directoryParameters, readPage } from '#organisations/associates/directory-query.ts';
import { searchUrl } from '#organisations/associates/search-url.ts';
import { readQuery, searchInBrowser } from '#organisations/associates/use-directory.ts';
import type { Route } from './+types/social-challenge-page.ts';
import { socialChallenges } from './social-challenge.ts';

const FundFigures = lazyPart(
  () => import('#money/funds/fund-figures.tsx').then((part) => part.FundFigures),
  'on interaction',
);

const FundPayouts = lazyPart(
  () => import('#money/funds/fund-payouts.tsx').then((part) => part.FundPayouts),
  'on interaction',
);

export const handle = {
  // Used on the server only.
  ...(import.meta.env.SSR && { query: directoryParameters }),
  breadcrumb: ({ challenge }: { challenge: SocialChallenge }) => [
    { label: '社会課題から選ぶ', to: '/search/social-challenge' },
    { label: socialChallenges[challenge.id].label },
  ],
};

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { challenge, query } = args.loaderData;
  const base = `/search/social-challenge/${challenge.id}`;
  return pageMeta(args, {
    title: `${socialChallenges[challenge.id].label}に取り組む団体`,
    description: challenge.description,
    // A filtered list names the unfiltered one as canonical.
    path: searchUrl(base, query) === base ? undefined : base,
  });
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { reads, associates, challenges } = context.get(services);
  const challenge = await challenges.find(params.socialChallengeId);
  const page = readPage(params.page);
  if (!challenge || page === undefined) {
    throw data('This page could not be found', { status: 404 });
  }
  const query = { ...readQuery(new URL(request.url)), socialChallengeId: challenge.id };
  const selection = await associates.search(query, page);
  const [figures, payouts] = await Promise.all([
    reads.fund(challenge.id),
    reads.fundPayouts(challenge.id),
  ]);
  if (!selection || !figures || !payouts) {
    throw data('This page could not be found', { status: 404 });
  }
  const fund: ShownFund = {
    figures,
    payouts: payouts.items,
    hasMore: payouts.next !== undefined,
  };
  return { challenge, fund, query, selection };
}

// The challenge and its fund as the server sent them; a search within the list changes only the selection.
let current: { challenge: SocialChallenge; fund: ShownFund } | undefined;

export async function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  if (current?.challenge.id === params.socialChallengeId) {
    const query = { ...readQuery(new URL(request.url)), socialChallengeId: current.challenge.id };
    const selection = searchInBrowser(query, params.page);
    if (selection) return { ...current, query, selection };
  }
  const answer = await serverLoader();
  current = { challenge: answer.challenge, fund: answer.fund };
  return answer;
}

export default function SocialChallengePage({ loaderData }: Route.ComponentProps) {
  const { challenge, fund, query, selection } = loaderData;
  const { label, emblem } = socialChallenges[challenge.id];
  return (
    <div className="page-container py-10">
      <header className="mb-8 grid items-center gap-6 narrow:grid-cols-[auto_1fr]">
        <Picture name={emblem} className="size-20" />
        <div>
          <p className="font-bold text-coral-dark">{label}</p>
          <h1 className="font-sans">{challenge.will}</h1>
          <p className="mt-2">{challenge.description}</p>
          <p className="mt-4">
            <ButtonLink to={`/appraisal?challenge=${challenge.id}`} variant="outline">
              {challenge.fundName}に寄付する
            </ButtonLink>
          </p>
        </div>
      </header>
      <Lazy>
        <FundFigures fund={fund.figures} />
      </Lazy>
      <AssociateSearch
        base={`/search/social-challenge/${challenge.id}`}
        query={query}
        selection={selection}
        listed={challenge.numberOfAssociates}
      />
      <Lazy>
        <FundPayouts key={challenge.id} fund={fund} />
      </Lazy>
    </div>
  );
}
