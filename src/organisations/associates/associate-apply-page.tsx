import type { ReactNode } from 'react';
import { noReceiptReason } from '#giving/applications/form/receipts.ts';
import { useIsApplying } from '#giving/applications/form/use-is-applying.ts';
import { services } from '#kit/pages/context.ts';
import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta, siteAddress } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import type { Crumb } from '#kit/ui/navigation/breadcrumb.tsx';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import type { Route } from './+types/associate-apply-page.ts';
import { structuredData } from './structured-data.ts';

export const meta: Route.MetaFunction = (args) => {
  const associate = args.matches[1]?.loaderData?.associate;
  if (!associate) return [];
  const address = siteAddress(args);
  const isTaking = associate.state === 'published';
  return [
    ...pageMeta(args, {
      title: isTaking ? `${associate.name}への寄付のお申し込み` : associate.name,
      description: isTaking
        ? `${associate.summary}${arrivalWords(associate.terms)}。`
        : associate.summary,
      image: `/og/associate/${associate.id}.png`,
      isListed: isTaking,
    }),
    ...(import.meta.env.SSR && address !== undefined
      ? [{ 'script:ld+json': structuredData(associate, address) }]
      : []),
  ];
};

export const handle = { breadcrumb: ({ place }: { place: readonly Crumb[] | string }) => place };

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { reads, associates } = context.get(services);
  const [isListed, vision, offer] = await Promise.all([
    associates.isListed(params.associateId),
    associates.vision(params.associateId),
    reads.offer(),
  ]);
  // An organisation that takes no gifts has no such page in its breadcrumb.
  const place = isListed ? '寄付のお申し込み' : [];
  return { place, useOfDonations: vision?.useOfDonations ?? '', offer };
}

const ApplicationForm = lazyPart(
  () =>
    import('#giving/applications/form/application-form.tsx').then((part) => part.ApplicationForm),
  'on interaction',
);

const DonationEffect = lazyPart(
  () => import('./donation-effect.tsx').then((part) => part.DonationEffect),
  'on interaction',
);

const AssociateRelief = lazyPart(
  () => import('#giving/tax-deduction/associate-relief.tsx').then((part) => part.AssociateRelief),
  'on interaction',
);

const Sharing = lazyPart(
  () => import('./sharing.tsx').then((part) => part.Sharing),
  'on interaction',
);

/** The application to an organisation, with its facts above. */
export default function AssociateApply({ loaderData, matches }: Route.ComponentProps) {
  const { associate } = matches[1].loaderData;
  const { id, name } = associate;
  const noReceipt = noReceiptReason(associate);
  if (associate.state !== 'published') return <OtherAssociates />;
  return (
    <div className="mx-auto max-w-narrow">
      <section className="pt-10" aria-labelledby="apply">
        <h2 id="apply">寄付のお申し込み</h2>
        <p className="mt-1 mb-8 text-ink-2 [word-break:auto-phrase]">
          届いた箱に詰めて送るだけ。査定額が{name}への寄付になります。
        </p>
        <Lazy>
          <ApplicationForm
            key={id}
            target={{ kind: 'direct', associateId: id, name, noReceipt }}
            terms={associate.terms}
            level={3}
            offer={loaderData.offer}
          />
        </Lazy>
      </section>
      <Lazy>
        <DonationEffect associate={associate} useOfDonations={loaderData.useOfDonations} />
      </Lazy>
      <Lazy>
        <AssociateRelief key={`relief ${id}`} associate={associate} />
      </Lazy>
      <UnlessApplying>
        <Lazy>
          <Sharing id={id} name={name} />
        </Lazy>
      </UnlessApplying>
    </div>
  );
}

/** Shown instead of the form of an organisation that takes no gifts. */
function OtherAssociates() {
  return (
    <section className="mx-auto max-w-narrow py-10">
      <h2>ほかの団体を応援する</h2>
      <p className="mt-2 mb-6 text-ink-2">
        これまでの活動とお礼は、上のタブからお読みいただけます。いまご寄付を受け付けている団体は、検索からお探しください。
      </p>
      <ButtonLink to="/search">寄付できる団体を探す</ButtonLink>
    </section>
  );
}

/**
 * Hides its children while the form is in use: its last step has its own share links. Reads that state itself,
 * because a re-render of the page would drop the form's server markup while its scripts load.
 */
function UnlessApplying({ children }: { children: ReactNode }) {
  return useIsApplying() ? null : children;
}
