import { Stat } from '#kit/ui/stat.tsx';
import { formatPublicYen, formatYen } from '#kit/values/yen.ts';
import { addPublicYen, withheldWords } from '#money/public-book/public-figure.ts';
import type { PublicFund } from './fund.ts';

/** The public figures of a fund: its balance, its income and its pay-outs. */
export function FundFigures({ fund }: { fund: PublicFund }) {
  const { fundName, balanceYen, givenYen, gifts, keptYen } = fund;
  return (
    <section
      aria-label={`${fundName}の残高`}
      className="mb-10 rounded-card border border-line bg-paper px-4 py-6 narrow:px-8"
    >
      <dl className="grid grid-cols-3 gap-2">
        <YenStat label={`${fundName}の残高`} yen={balanceYen} tone="coral" />
        <YenStat label="これまでの寄付" yen={givenYen} />
        <YenStat
          label="団体へお届けする額"
          yen={addPublicYen(fund.paidOutYen, fund.sentBeforeYen)}
        />
      </dl>
      <p className="mt-4 text-center text-sm text-ink-2">
        {gifts > 0
          ? `${formatYen(gifts)}件のご寄付が決まりました。`
          : 'ご寄付はこれからです。最初のお一人になりませんか。'}
        {gifts > 0 && givenYen === null && withheldWords}
        {keptYen !== null &&
          keptYen > 0 &&
          `寄付額のうち${formatYen(keptYen)}円は、基金が負担する費用です。`}
        <a href="#fund" className="ml-1 font-bold text-coral-dark underline">
          お届け先の団体と理由を見る
        </a>
      </p>
    </section>
  );
}

function YenStat({
  label,
  yen,
  tone = 'ink',
}: {
  label: string;
  yen: number | null;
  tone?: 'coral' | 'ink';
}) {
  return (
    <Stat
      label={label}
      value={formatPublicYen(yen)}
      tone={tone}
      {...(yen !== null && { unit: '円' })}
    />
  );
}
