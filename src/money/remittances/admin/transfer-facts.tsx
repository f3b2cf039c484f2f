import { SaveButton } from '#kit/client/save-button.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Remittance } from '#money/remittances/run.ts';
import { breakdownOf, yenWords } from './amounts.ts';

const link = 'font-bold text-coral-dark underline underline-offset-4';

/** What a remittance is made of, and what became of it. */
export function TransferFacts({ remittance }: { remittance: Remittance }) {
  return (
    <>
      <WhatBecame remittance={remittance} />
      <div className="grid items-start gap-4 desktop:grid-cols-2">
        <Panel title="金額">
          <Money remittance={remittance} />
        </Panel>
        <Panel title="送金先と記録">
          <Where remittance={remittance} />
        </Panel>
      </div>
    </>
  );
}

function WhatBecame({ remittance: { state, returnedOn, reason } }: { remittance: Remittance }) {
  if (state === 'returned') {
    return (
      <Notice kind="error" title="振り込みが組戻しになりました">
        <p>
          {returnedOn && `${formatDate(returnedOn)}に戻りました。`}理由：{reason}
        </p>
        <p>同じ額が、次の送金に入ります。団体の口座をお確かめください。</p>
      </Notice>
    );
  }
  if (state !== 'taken-out') return null;
  return (
    <Notice title="この団体は、送金から外しました">
      <p>理由：{reason}</p>
    </Notice>
  );
}

function Money({ remittance }: { remittance: Remittance }) {
  const { giftCount, amountYen } = remittance;
  return (
    <dl>
      {breakdownOf(remittance).map(([label, yen]) => (
        <div
          key={label}
          className="flex justify-between gap-4 border-b border-dashed border-line py-1.5"
        >
          <dt className="text-ink-2">
            {label}
            {label === '寄付' && giftCount > 0 && `（${formatYen(giftCount)}件）`}
          </dt>
          <dd className="tabular-nums">{yenWords(yen)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 py-2 font-bold">
        <dt>お支払い額</dt>
        <dd className="figures text-lg">{yenWords(amountYen)}</dd>
      </div>
    </dl>
  );
}

function Where({ remittance }: { remittance: Remittance }) {
  const { id, runId, runNumber, associateId, targetName, account, statementNumber, receivedOn } =
    remittance;
  return (
    <Facts>
      <Fact label="送金">
        {runId === '' ? (
          '以前の記録'
        ) : (
          <Link to={`/admin/remittances/${encodeURIComponent(runId)}`} className={link}>
            {runNumber}
          </Link>
        )}
      </Fact>
      {associateId !== '' && (
        <Fact label="団体">
          <Link
            to={`/admin/associates/${encodeURIComponent(associateId)}`}
            className={`wrap-anywhere ${link}`}
          >
            {targetName}
          </Link>
        </Fact>
      )}
      <Fact label="口座">{account !== '' && <span className="wrap-anywhere">{account}</span>}</Fact>
      <Fact label="着金日">{receivedOn && formatDate(receivedOn)}</Fact>
      <Fact label="明細書番号">
        {statementNumber !== '' && (
          <span className="flex flex-wrap items-center gap-2">
            {statementNumber}
            {(['pdf', 'csv'] as const).map((kind) => (
              <SaveButton
                key={kind}
                path={`/api/office/remittances/${encodeURIComponent(id)}/statement.${kind}`}
                fileName={`支払明細書_${statementNumber}.${kind}`}
                label={kind.toUpperCase()}
                about="支払明細書"
              />
            ))}
          </span>
        )}
      </Fact>
      {associateId !== '' && (
        <Fact label="ほかの送金">
          <Link
            to={`/admin/remittances/transfers?associateId=${encodeURIComponent(associateId)}`}
            className={link}
          >
            この団体への送金の一覧
          </Link>
        </Fact>
      )}
    </Facts>
  );
}
