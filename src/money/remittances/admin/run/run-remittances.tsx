import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { declaredList, type List } from '#kit/lists/use-list.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import {
  moneyColumns,
  PartsLine,
  Standing,
  TransferLink,
} from '#money/remittances/admin/transfer-columns.tsx';
import {
  type Remittance,
  remittanceStateLabels,
  remittanceStates,
  remittancesPageSize,
} from '#money/remittances/run.ts';
import { ConfirmBar } from './confirm-bar.tsx';
import { isOpenToChanges, type RunProps } from './run-props.ts';

export const remittanceSource = (runId: string) =>
  declaredList({
    path: `/admin/remittances/${encodeURIComponent(runId)}`,
    parameters: { state: remittanceStates },
    api: addressOf('GET /api/office/remittance-runs/:runId/remittances', { params: { runId } }),
    rowKey: ({ id }) => id,
  });

/** Whom a run pays, and what each payment is made of; one can be taken out, some confirmed. */
export function RunRemittances({ list, ...props }: RunProps & { list: List<Remittance> }) {
  const { detail, mayManage } = props;
  const [leaving, setLeaving] = useState<Remittance>();
  const mayTakeOut = mayManage && isOpenToChanges(detail);
  const mayConfirm = mayManage && detail.run.state === 'sent' && detail.confirming === 0;
  return (
    <Panel title="送金する団体">
      <ListScreen
        list={list}
        look={lookOf(detail.run.id, { mayConfirm, onTakeOut: mayTakeOut ? setLeaving : undefined })}
        bar={mayConfirm && <ConfirmBar {...props} list={list} />}
      />
      <TakeOut {...props} remittance={leaving} onClose={() => setLeaving(undefined)} />
    </Panel>
  );
}

type Actions = {
  mayConfirm: boolean;
  onTakeOut: ((remittance: Remittance) => void) | undefined;
};

const lookOf = (runId: string, { mayConfirm, onTakeOut }: Actions): ListDisplay<Remittance> => ({
  title: '団体への送金',
  pageSize: remittancesPageSize,
  csv: addressOf('GET /api/office/remittance-runs/:runId/remittances.csv', { params: { runId } }),
  chips: {
    parameter: 'state',
    choices: [
      ['', 'すべて'],
      ...remittanceStates.map((state) => [state, remittanceStateLabels[state]] as const),
    ],
  },
  ...(mayConfirm && {
    tickLabel: ({ targetName }: Remittance) => `${targetName}への送金を選ぶ`,
  }),
  columns: (links) => [
    {
      label: '団体',
      isRowHeader: true,
      cell: (remittance) => <TransferLink remittance={remittance} links={links} />,
    },
    ...moneyColumns,
    {
      label: '状態',
      cell: (remittance) => (
        <>
          <Standing remittance={remittance} />
          {onTakeOut && <TakeOutButton remittance={remittance} onTakeOut={onTakeOut} />}
        </>
      ),
    },
  ],
  card: (remittance, links) => (
    <>
      <CardLine>
        <TransferLink remittance={remittance} links={links} />
        <b className="figures ml-auto">{yenWords(remittance.amountYen)}</b>
      </CardLine>
      <PartsLine remittance={remittance} />
      <CardLine>
        <Standing remittance={remittance} />
        {onTakeOut && <TakeOutButton remittance={remittance} onTakeOut={onTakeOut} />}
      </CardLine>
    </>
  ),
});

function TakeOutButton({
  remittance,
  onTakeOut,
}: {
  remittance: Remittance;
  onTakeOut: (remittance: Remittance) => void;
}) {
  if (remittance.state !== 'prepared') return null;
  return (
    <button
      type="button"
      aria-label={`${remittance.targetName}への送金を次回に回す`}
      className="min-h-11 text-sm font-bold whitespace-nowrap text-coral-dark underline underline-offset-4"
      onClick={() => onTakeOut(remittance)}
    >
      次回に回す
    </button>
  );
}

function TakeOut({
  detail: { run },
  remittance,
  onClose,
  onChanged,
  onReload,
}: RunProps & { remittance: Remittance | undefined; onClose: () => void }) {
  // Its name stays while the dialog fades.
  const [shown, setShown] = useState<Remittance>();
  if (remittance && remittance !== shown) setShown(remittance);
  return (
    <ReasonDialog
      key={shown?.id ?? ''}
      title="この団体を次回に回しますか？"
      path={addressOf('POST /api/office/remittance-runs/:runId/take-out', {
        params: { runId: run.id },
      })}
      more={{ remittanceId: shown?.id ?? '', version: run.version }}
      action="次回に回す"
      done={`${shown?.targetName ?? ''}への送金を、次回に回しました。`}
      isOpen={remittance !== undefined}
      onClose={onClose}
      onDone={onChanged}
      onReload={onReload}
    >
      <p>
        {`${shown?.targetName ?? ''}への${yenWords(shown?.amountYen ?? 0)}を、この送金から外します。外した分は、次の送金に入ります。`}
      </p>
    </ReasonDialog>
  );
}
