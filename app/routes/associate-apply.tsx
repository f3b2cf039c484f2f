import { ApplicationForm } from '#app/features/applications/application-form.tsx';
import { noReceiptReason } from '#app/features/applications/receipts.ts';
import { structuredData } from '#app/features/associates/structured-data.ts';
import { pageMeta, siteAddress } from '#app/page-meta.ts';
import type { Route } from './+types/associate-apply.ts';

export const meta: Route.MetaFunction = (args) => {
  const associate = args.matches[1]?.loaderData?.associate;
  if (!associate) return [];
  const address = siteAddress(args);
  return [
    ...pageMeta(args, {
      title: `${associate.name}への寄付のお申し込み`,
      description: associate.summary,
      image: `/og/associate/${associate.id}.png`,
    }),
    ...(address === undefined ? [] : [{ 'script:ld+json': structuredData(associate, address) }]),
  ];
};

export const handle = { breadcrumb: '寄付のお申し込み' };

/** The application to an organisation, whose facts stand above (decision 25). */
export default function AssociateApply({ matches }: Route.ComponentProps) {
  const { associate } = matches[1].loaderData;
  const { id, name } = associate;
  const noReceipt = noReceiptReason(associate);
  return (
    <section className="mx-auto max-w-narrow pt-10" aria-labelledby="apply">
      <h2 id="apply">寄付のお申し込み</h2>
      <p className="mt-1 mb-8 text-ink-2 [word-break:auto-phrase]">
        届いた箱に詰めて送るだけ。査定額が{name}への寄付になります。
      </p>
      <ApplicationForm
        key={id}
        target={{ kind: 'direct', associateId: id, name, noReceipt }}
        level={3}
      />
    </section>
  );
}
