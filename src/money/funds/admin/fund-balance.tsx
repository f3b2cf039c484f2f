import { Fact, Facts } from '#kit/ui/facts.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Fund } from '#money/funds/fund.ts';

const yen = (amount: number) => `${formatYen(amount)}円`;

/** Income, pay-outs and balance of a fund. */
export function FundBalance({ fund }: { fund: Fund }) {
  const { gifts, givenYen, keptYen, payouts, paidOutYen, sentBeforeYen, lastPayoutOn } = fund;
  return (
    <Facts>
      <Fact label="残高">
        <b className="figures text-2xl">{yen(fund.balanceYen)}</b>
      </Fact>
      <Fact label="これまでの寄付">
        {yen(givenYen)}（{formatYen(gifts)}件）
      </Fact>
      <Fact label="手数料・作業費">{keptYen !== 0 && `−${yen(keptYen)}`}</Fact>
      <Fact label="団体への支払い">
        −{yen(paidOutYen)}（{formatYen(payouts)}件）
      </Fact>
      <Fact label="以前の送金">{sentBeforeYen !== 0 && `−${yen(sentBeforeYen)}`}</Fact>
      <Fact label="最近の支払い">{lastPayoutOn && formatDate(lastPayoutOn)}</Fact>
    </Facts>
  );
}
