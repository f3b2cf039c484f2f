import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { declaredList, type List } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { selectionOf, yenWords } from '#money/remittances/admin/amounts.ts';
import {
  moneyColumns,
  PartsLine,
  Standing,
  TransferLink,
} from '#money/remittances/admin/transfer-columns.tsx';
import {
  mostConfirmedAtOnce,
  type Remittance,
  remittanceStateLabels,
  remittanceStates,
  remittancesPageSize,
} from '#money/remittances/run.ts';
import { ConfirmForm } from './confirm-form.tsx';
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

/** Confirms the selected remittances, if they arrived on different days. Sticks to the lower edge. */
function ConfirmBar({ list, ...props }: RunProps & { list: List<Remittance> }) {
  const [isOpen, setOpen] = useState(false);
  const { rows, clear } = list.ticks;
  if (rows.length === 0) return null;
  const { ids, amountYen, others, isTooMany } = selectionOf(rows);
  return (
    <section
      aria-label="選んだ送金"
      className="sticky bottom-[calc(var(--bar,0px)+0.75rem)] z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border-2 border-ink bg-paper px-4 py-2.5 shadow-float"
    >
      <p role="status">
        <b>
          <span className="figures text-xl">{formatYen(ids.length)}</span>団体を選択中
        </b>
        <span className="ml-2 text-sm text-ink-2">
          {yenWords(amountYen)}
          {others > 0 && `・送金中ではない${formatYen(others)}団体を除く`}
        </span>
      </p>
      {isTooMany ? (
        <p className="text-sm text-error">
          一度に選べるのは{formatYen(mostConfirmedAtOnce)}団体までです。選択を減らしてください。
        </p>
      ) : (
        ids.length > 0 && (
          <Button size="small" onClick={() => setOpen(true)}>
            着金を記録する
          </Button>
        )
      )}
      <button
        type="button"
        className="ml-auto min-h-11 px-2 text-sm text-ink-2 underline underline-offset-4"
        onClick={clear}
      >
        選択を外す
      </button>
      <Dialog
        isOpen={isOpen}
        title={`選んだ${formatYen(ids.length)}団体の着金を記録しますか？`}
        onClose={() => setOpen(false)}
      >
        <p className="mb-4">合計{yenWords(amountYen)}です。</p>
        <ConfirmForm
          {...props}
          which={ids}
          onReload={() => {
            setOpen(false);
            props.onReload();
          }}
        />
      </Dialog>
    </section>
  );
}
