import { buyBackPausedMessage } from '#giving/acceptance/acceptance-words.ts';
import { services } from '#kit/pages/context.ts';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import type { Route } from './+types/appraisal-page.ts';
import { SocialChallengeId } from './choice-schemas.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '買取寄付のお申し込み',
    description:
      'お品物を買い取り、その金額を、応援したい社会課題の基金に寄付します。団体を決めていない方にもおすすめです。',
  });

export const handle = { breadcrumb: '買取寄付のお申し込み', query: ['challenge'] };

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { reads, challenges: subjects, opening } = context.get(services);
  const [challenges, offer, takesFunds, terms] = await Promise.all([
    subjects.list(),
    reads.offer(),
    opening.takesFunds(),
    reads.fundTerms(),
  ]);
  const named = SocialChallengeId.safeParse(new URL(request.url).searchParams.get('challenge'));
  return {
    challenges: challenges.map(({ id, fundName, will }) => ({ id, fundName, will })),
    terms,
    socialChallengeId: named.data,
    // Buying requires a dealer's licence.
    offer: { ...offer, offersBuyBack: offer.offersBuyBack && takesFunds },
  };
}

const ApplicationForm = lazyPart(() =>
  import('./form/application-form.tsx').then((part) => part.ApplicationForm),
);

/** The buy-back application, whose proceeds go to the fund of a social challenge. */
export default function Appraisal({ loaderData }: Route.ComponentProps) {
  const { challenges, socialChallengeId, offer, terms } = loaderData;
  return (
    <div className="page-container py-10">
      <div className="mx-auto max-w-narrow">
        <h1>買取寄付のお申し込み</h1>
        <p className="mt-1 mb-8 text-ink-2 [word-break:auto-phrase]">
          お品物を買い取り、その金額を、あなたの選んだ社会課題の基金に寄付します。
        </p>
        {offer.offersBuyBack ? (
          <Lazy>
            <ApplicationForm
              key={socialChallengeId}
              target={{ kind: 'fund', challenges }}
              terms={terms}
              socialChallengeId={socialChallengeId}
              level={2}
              offer={offer}
            />
          </Lazy>
        ) : (
          <>
            <Notice>{buyBackPausedMessage}</Notice>
            <p className="mt-6">
              <ButtonLink to="/search">寄付先を探す</ButtonLink>
            </p>
          </>
        )}
      </div>
    </div>
  );
}
