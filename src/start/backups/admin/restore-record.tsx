import type { ReactNode } from 'react';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Table } from '#kit/ui/table.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import type { Restore } from '#start/backups/restore.ts';

type RecordProps = {
  restore: Restore;
  /** Mails to decide on, while nobody has looked at the restore. */
  heldMails?: ReactNode;
  onBankChecked: () => Promise<unknown>;
  onLooked: () => Promise<unknown>;
  onChanged: () => void;
};

/** A restored backup: the lost time, what was done at once, and what people have to see to. */
export function RestoreRecord(props: RecordProps) {
  const { restore } = props;
  const { takenAt, restoredAt, lookedAt } = restore;
  return (
    <Panel
      title="バックアップから戻しました"
      action={
        <Chip tone={lookedAt ? 'leaf' : 'honey'}>{lookedAt ? '確認済み' : '確認がまだです'}</Chip>
      }
    >
      <div className="grid gap-6">
        <Notice kind={lookedAt ? 'info' : 'error'} title="この間の記録は失われています">
          <p className="tabular-nums">
            {formatDateTime(takenAt)}から{formatDateTime(restoredAt)}に戻すまで
          </p>
        </Notice>
        {!lookedAt && <WhomToAsk />}
        <DoneAtOnce restore={restore} />
        <OpenRetractions open={restore.open} />
        <BankCheck {...props} />
        {props.heldMails}
        {!lookedAt && <Looked {...props} />}
      </div>
    </Panel>
  );
}

const toAsk = [
  ['銀行', '入出金の明細、渡した振込のファイル、組戻し'],
  [
    'メールサーバーの管理者',
    '送信の記録（お申し込みの受付、査定結果、受領証明書のお知らせの宛先と時刻）',
  ],
  ['運送会社', '送り状の写しと、集荷の予定'],
  ['査定の担当', '取り込んだ査定結果のファイルと、届いた箱の台帳'],
  ['団体の担当者', 'ページの変更、お礼、契約や認定の書類'],
  [
    '寄付者',
    'お問い合わせがあったときに、申込番号と内容（お手元の受領証明書は、記録がないと表示されます）',
  ],
] as const;

const WhomToAsk = () => (
  <section>
    <h3 className="font-bold">失われた記録を、どなたに尋ねるか</h3>
    <dl className="mt-1">
      {toAsk.map(([whom, what]) => (
        <Fact key={whom} look="line" label={whom}>
          {what}
        </Fact>
      ))}
    </dl>
  </section>
);

function DoneAtOnce({ restore: { counts, mark, generation, backupId } }: { restore: Restore }) {
  const count = (many: number, unit = '件') => `${formatYen(many)}${unit}`;
  return (
    <section>
      <h3 className="font-bold">戻したときに行ったこと</h3>
      <dl className="mt-1">
        <Fact look="line" label="新しい番号">
          {`年のあとに「${mark}」が付きます（例：2026${mark}-000124）。同じ番号は使われません。`}
        </Fact>
        <Fact look="line" label="終わらせたもの">
          {`ログイン${count(counts.sessions)}、メールのリンク${count(counts.links)}、招待${count(counts.invitations)}`}
        </Fact>
        <Fact look="line" label="もう一度行ったこと">
          {`退会などの消去${count(counts.erased)}、同意の取り消し${count(counts.withdrawn)}、役割の終了やロック${count(counts.endedRights)}`}
        </Fact>
        <Fact look="line" label="保留にしたメール">
          {count(counts.heldMails, '通')}
        </Fact>
        <Fact look="line" label="使ったバックアップ">
          <span className="break-all">{`${backupId}（第${generation}世代）`}</span>
        </Fact>
      </dl>
    </section>
  );
}

function OpenRetractions({ open }: Pick<Restore, 'open'>) {
  if (open.length === 0) return null;
  return (
    <section>
      <h3 className="font-bold">まだ消去できていない方</h3>
      <p className="text-sm">
        お手続きが途中に戻ったため、自動では消去できませんでした。ログインはできないようにしています。お手続きを終えてから、消去してください。
      </p>
      <ul className="mt-2 grid gap-2">
        {open.map(({ kind, subject, why }) => (
          <li key={subject}>
            <Link
              to={kind === 'guest' ? `/admin/donors/guest/${subject}` : `/admin/donors/${subject}`}
              className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
            >
              記録を開く
            </Link>
            <span className="block text-sm">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BankCheck({ restore, onBankChecked, onChanged }: RecordProps) {
  const { runs, bankCheckedAt } = restore;
  const mayCheck = may(useSession().role, 'remittances.manage');
  return (
    <section>
      <h3 className="font-bold">送金と銀行の照合</h3>
      {bankCheckedAt ? (
        <p className="tabular-nums">{formatDateTime(bankCheckedAt)}に済みました。</p>
      ) : (
        <p>
          失われた間に、振込のファイルを銀行へ渡したかもしれません。
          {runs.length > 0 ? '次の送金と、' : ''}
          ここにない送金がなかったかを、銀行の記録と照らし合わせてください。済むまで、送金の準備と、ファイルの作成・ダウンロードはできません。
        </p>
      )}
      {runs.length > 0 && (
        <div className="mt-2">
          <Table
            caption="戻したときに終わっていなかった送金"
            onPhones="cards"
            isDense
            rows={runs}
            rowKey={({ id }) => id}
            columns={[
              {
                label: '送金',
                isRowHeader: true,
                cell: ({ id, number }) => (
                  <Link
                    to={`/admin/remittances/${id}`}
                    className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
                  >
                    {number}
                  </Link>
                ),
              },
              {
                label: '金額',
                isNumber: true,
                cell: ({ amountYen }) => `${formatYen(amountYen)}円`,
              },
              { label: 'バックアップのとき', cell: ({ stateThen }) => stateThen },
              { label: 'いま', cell: ({ stateNow }) => stateNow },
            ]}
          />
        </div>
      )}
      {!bankCheckedAt && (
        <>
          <p className="mt-2 text-sm">
            銀行へ渡していた送金は、ここでもファイルの作成まで進め、銀行へは渡さずに「銀行に渡した」と記録してから、銀行の明細を取り込んでください。
          </p>
          {mayCheck && (
            <Step
              label="銀行の記録と照らし合わせました"
              done="照合を記録しました。"
              send={onBankChecked}
              onChanged={onChanged}
            />
          )}
        </>
      )}
    </section>
  );
}

function Looked({ onLooked, onChanged }: RecordProps) {
  const mayLook = may(useSession().role, 'settings.change');
  return (
    <section>
      <h3 className="font-bold">確認の終わり</h3>
      <p>
        照合と、保留中のメールがすべて済んだら、確認済みにしてください。それまで、結果やお礼などの自動のメールも保留になります。
      </p>
      {mayLook && (
        <Step
          label="確認済みにする"
          done="確認済みにしました。"
          send={onLooked}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}

/** A button of one step, with what was refused. */
function Step({
  label,
  done,
  send,
  onChanged,
}: {
  label: string;
  done: string;
  send: () => Promise<unknown>;
  onChanged: () => void;
}) {
  const submission = useSubmission((_: null) => send(), {
    onDone() {
      showToast(done);
      onChanged();
    },
  });
  return (
    <div className="mt-3">
      <Button size="small" isBusy={submission.isPending} onClick={() => void submission.send(null)}>
        {label}
      </Button>
      {submission.message && (
        <p role="alert" className="mt-2 text-error">
          {submission.message}
        </p>
      )}
    </div>
  );
}
