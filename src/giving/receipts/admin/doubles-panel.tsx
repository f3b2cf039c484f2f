import { useState } from 'react';
import {
  type DoublePaper,
  doubleReason,
  type ReceiptDouble,
  VoidReceipt,
} from '#giving/receipts/receipt-double.ts';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import type { MenuCounts } from '#kit/lists/menu-counts.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';

/** Valid receipts on the same gift, left by an earlier version: the operator decides which one to void. Nothing where there are none. */
export function DoublesPanel() {
  const { role } = useSession();
  const isAllowed = may(role, 'donors.read');
  const counts = useQuery<MenuCounts>(isAllowed ? '/api/office/menu-counts' : undefined);
  const [version, setVersion] = useState(0);
  const open = counts.value?.['receipt-runs']?.open ?? 0;
  if (open === 0) return null;
  function goOn() {
    setVersion(version + 1);
    counts.reload();
    refreshMenuCounts();
  }
  return (
    <Panel title="重なる受領証明書">
      <p className="mb-3 max-w-narrow text-sm text-ink-2">
        以前の版では、一回の寄付の証明書と一年分の証明書が、同じ寄付にどちらも有効なまま発行されることがありました。寄付者にどちらをお使いになるかをお確かめのうえ、もう一方を無効にしてください。無効にした証明書は、有効に戻せません。
      </p>
      <PagedList<ReceiptDouble>
        path={addressOf('GET /api/office/receipt-doubles')}
        version={version}
        label="重なる受領証明書"
        empty={{
          title: '重なる受領証明書はありません',
          text: '同じ寄付に、有効な証明書はひとつだけです。',
        }}
        keyOf={({ id }) => id}
      >
        {(pair) => <Pair pair={pair} onDone={goOn} />}
      </PagedList>
    </Panel>
  );
}

function Pair({ pair, onDone }: { pair: ReceiptDouble; onDone: () => void }) {
  const { earlier, later, associateName, uid, appraisalIds } = pair;
  return (
    <article aria-label={`${earlier.number}と${later.number}`}>
      <h3 className="text-lg wrap-anywhere">{associateName}</h3>
      <p className="text-sm text-ink-2">
        同じ寄付：{appraisalIds.join('、')}
        {uid !== '' && (
          <Link to={`/admin/donors/${uid}`} className="ml-4 underline">
            寄付者の記録
          </Link>
        )}
      </p>
      <ul className="mt-3 grid gap-3 narrow:grid-cols-2">
        {[earlier, later].map((paper) => (
          <li key={paper.number} className="rounded-tile border border-line px-4 py-3">
            <Paper paper={paper} onDone={onDone} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function Paper({ paper, onDone }: { paper: DoublePaper; onDone: () => void }) {
  const { number, kind, year, amountYen, issuedAt } = paper;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className="font-bold">番号 {number}</p>
      <p className="flex flex-wrap gap-x-3">
        <span>{kind === 'year' ? `${year}年分をまとめた証明書` : '一回の寄付の証明書'}</span>
        <span className="tabular-nums">{formatYen(amountYen)}円</span>
      </p>
      <p className="text-sm text-ink-2">{formatDate(issuedAt)}発行</p>
      <Button
        variant="outline"
        size="small"
        className="mt-3"
        aria-label={`番号${number}の証明書を無効にする`}
        onClick={() => setAsking(true)}
      >
        無効にする
      </Button>
      <VoidDialog
        number={number}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDone={onDone}
      />
    </>
  );
}

type Props = { number: string; onClose: () => void; onDone: () => void };

/** Voids a receipt permanently, with a reason. */
function VoidDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      title={`番号${props.number}の証明書を無効にしますか？`}
      onClose={props.onClose}
    >
      <VoidForm {...props} />
    </Dialog>
  );
}

function VoidForm({ number, onClose, onDone }: Props) {
  const form = useForm({ schema: VoidReceipt, initial: { reason: doubleReason } });
  const submission = useSubmission(
    (body: VoidReceipt) =>
      send('POST /api/office/receipts/:number/void', { params: { number }, body }),
    {
      form,
      onDone() {
        showToast('証明書を無効にしました。');
        onClose();
        onDone();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-5" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>無効にした証明書は、有効に戻せません。もう一方の証明書は、そのままお使いになれます。</p>
      <TextField
        form={form}
        path="reason"
        label="無効にする理由"
        required
        maxLength={200}
        help="「…ため」の形でお書きください。寄付者と、証明書を確かめた方に表示されます。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        無効にする
      </FormButtons>
    </Form>
  );
}
