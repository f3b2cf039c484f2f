import type { ReactNode } from 'react';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { StaffAssociate } from './staff-associate.ts';

/**
 * An organisation's figures for its own staff, with the chart of its months below (`children`). Links to its public
 * page once published.
 */
export function OwnAssociate({
  associate,
  hasPage,
  children,
}: {
  associate: StaffAssociate;
  hasPage: boolean;
  children?: ReactNode;
}) {
  const { id, name } = associate;
  return (
    <Card as="section" aria-labelledby="figures">
      <h2 id="figures" className="text-xl [overflow-wrap:anywhere] narrow:text-2xl">
        {name}
      </h2>
      <dl className="mt-6 grid grid-cols-2 gap-y-6 narrow:grid-cols-4">
        <Stat label="今月の寄付" value={formatYen(associate.monthlyYen)} unit="円" />
        <Stat label="今月の件数" value={formatYen(associate.monthlyCount)} unit="件" tone="ink" />
        <Stat label="これまでの寄付" value={formatYen(associate.totalYen)} unit="円" />
        <Stat label="これまでの件数" value={formatYen(associate.totalCount)} unit="件" tone="ink" />
        <Stat label="これから送金" value={formatYen(associate.owedYen)} unit="円" tone="ink" />
        <Stat
          label="受領証明書の希望"
          value={formatYen(associate.receiptWishCount)}
          unit="件"
          tone="ink"
        />
        <Stat label="#mypledge" value={formatYen(associate.pledgeCount)} unit="件" tone="ink" />
      </dl>
      {hasPage && (
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={`/associate/${id}`} variant="outline" size="small">
            団体のページを見る
          </ButtonLink>
          <ButtonLink to={`/associate/${id}/my-pledge`} variant="outline" size="small">
            #mypledgeを見る
          </ButtonLink>
        </div>
      )}
      {children}
    </Card>
  );
}
