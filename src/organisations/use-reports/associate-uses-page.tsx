import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { shownDate } from '#kit/values/text/shown-date.ts';
import { formatYen } from '#kit/values/yen.ts';
import { associateName } from '#organisations/associates/associate-name.ts';
import { Cover } from '#organisations/associates/cover.tsx';
import type { Route } from './+types/associate-uses-page.ts';
import type { ShownUseReport, ShownUses } from './shown-use-report.ts';

export const handle = { breadcrumb: '使い道' };

export const loader = ({ context, params }: Route.LoaderArgs) =>
  context.get(services).reads.useReports(params.associateId);

export const meta: Route.MetaFunction = (args) => {
  const name = associateName(args.matches);
  return pageMeta(args, {
    title: `${name}の使い道の報告`,
    description: `${name}に届いたご寄付が、何に使われたかの報告です。`,
    image: `/og/associate/${args.params.associateId}.png`,
  });
};

/** What an organisation used its gifts for, and what it has not reported on yet. */
export default function AssociateUses({ loaderData, params, matches }: Route.ComponentProps) {
  const { reports, unreported, isSample } = loaderData;
  return (
    <section className="mx-auto max-w-narrow py-10">
      <h2 className="mb-3">ご寄付の使い道</h2>
      <p className="mb-6 text-ink-2">
        団体へ届いたご寄付が何に使われたかを、団体が自分のことばでお知らせしています。
      </p>
      {isSample && (
        <p className="mb-5 rounded-tile bg-honey-soft px-4 py-3 text-sm">
          見本の報告です。実在の団体の活動や金額ではありません。
        </p>
      )}
      {unreported && unreported.gifts > 0 && <Unreported unreported={unreported} />}
      {reports.length === 0 ? (
        <EmptyState title="使い道の報告は、まだありません">
          団体から報告が届くと、ここでお読みいただけます。
        </EmptyState>
      ) : (
        <ol className="grid gap-5">
          {reports.map((report) => (
            <Report
              key={report.id}
              report={report}
              associateId={params.associateId}
              challengeId={matches[1].loaderData.associate.socialChallenges[0]}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Gifts without a report: without blame, and without a sum that would tell one gift. */
function Unreported({ unreported }: { unreported: NonNullable<ShownUses['unreported']> }) {
  const { gifts, lateGifts, sum } = unreported;
  return (
    <div className="mb-6 rounded-tile bg-sand px-4 py-3">
      <p>
        <b>未報告</b>：{formatYen(gifts)}件のご寄付は、これから報告されます。
        {sum
          ? `金額は、${shownDate(sum.day)}の時点で${formatYen(sum.gifts)}件・${formatYen(sum.yen)}円です。`
          : '5件に満たないあいだなど、一つの寄付の額が分かってしまうときは、金額を載せていません。'}
      </p>
      {lateGifts > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          このうち{formatYen(lateGifts)}件は、届いてから90日を過ぎています。
        </p>
      )}
    </div>
  );
}

function Report({
  report,
  associateId,
  challengeId,
}: {
  report: ShownUseReport;
  associateId: string;
  challengeId: Parameters<typeof Cover>[0]['challengeId'];
}) {
  const { id, title, text, image, isHidden, from, to, edition, gifts, yen, publishedAt } = report;
  return (
    <li
      id={`report-${id}`}
      className="scroll-mt-24 overflow-hidden rounded-card border border-line bg-paper"
    >
      {image && (
        <Cover
          associateId={associateId}
          challengeId={challengeId}
          image={image}
          sizes="(width >= 48rem) 700px, 100vw"
          className="h-44 w-full narrow:h-72"
        />
      )}
      <div className="p-5 narrow:p-6">
        <p className="text-sm text-ink-2 tabular-nums">
          {shownDate(from)}〜{shownDate(to)}
        </p>
        <h3 className="mt-1 font-sans text-lg wrap-anywhere">
          {isHidden ? '運営が公開を停止しています' : title}
        </h3>
        <p className="mt-1 font-bold tabular-nums">
          {yen === null || gifts === null ? (
            <span className="text-sm font-normal text-ink-2">
              5件に満たないご寄付の報告のため、金額は載せていません。
            </span>
          ) : (
            `${formatYen(gifts)}件のご寄付から${formatYen(yen)}円`
          )}
        </p>
        {text !== '' && <p className="mt-3 whitespace-pre-line wrap-anywhere">{text}</p>}
        <p className="mt-3 text-sm text-ink-2 tabular-nums">
          {shownDate(publishedAt)}に報告{edition > 1 && `（その後の訂正で第${edition}版）`}
        </p>
      </div>
    </li>
  );
}
