import { useState } from 'react';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { ItemList } from '#kit/forms/item-list.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import {
  type LedgerItem,
  LedgerItems,
  type SellerReview,
} from '#warehouse/identity-checks/seller-facts.ts';

const inWords = (items: readonly LedgerItem[]) =>
  items
    .map(
      ({ name, feature, quantity, amountYen }) =>
        `${name}（${feature || '特徴なし'}）${quantity}点 ${formatYen(amountYen)}円`,
    )
    .join('、');
const sumOf = (items: readonly LedgerItem[], of: (item: LedgerItem) => unknown) =>
  items.reduce((sum, item) => sum + (Number(of(item)) || 0), 0);

/** Completes the item list of an application on hold; shows what a colleague saved meanwhile. */
export function ItemsForm({ review, onSaved }: { review: SellerReview; onSaved: () => void }) {
  const { appraisalId, result, items } = review;
  const form = useForm({
    schema: LedgerItems,
    initial: { items },
    onInvalid: showMessage,
  });
  const [newer, setNewer] = useState<SellerReview>();
  const saving = useSubmission(
    (body: LedgerItems) =>
      send('POST /api/office/identity/:appraisalId/items', {
        params: { appraisalId },
        body,
        ifMatch: `"${(newer ?? review).version}"`,
      }),
    {
      form,
      onDone() {
        showToast('明細を保存しました。');
        onSaved();
      },
    },
  );
  async function save(body: LedgerItems) {
    const outcome = await saving.send(body);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const one = { params: { appraisalId } };
    setNewer(
      await send('GET /api/office/identity/:appraisalId/review', one).catch(() => undefined),
    );
  }
  if (!result) return <p className="text-ink-2">査定の結果は、まだありません。</p>;
  if (review.state !== 'appraised') {
    return <p className="wrap-anywhere">{inWords(items) || '明細はありません。'}</p>;
  }
  const typed = form.values.items;
  const blank: LedgerItem = { name: '', feature: '', quantity: 1, amountYen: 0 };
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={[{ label: '明細', mine: inWords(typed), stored: inWords(newer.items) }]}
          isPending={saving.isPending}
          onKeepStored={onSaved}
        />
      )}
      <p>
        査定結果は{result.itemCount}点・{formatYen(result.appraisedYen)}円、明細は
        <span role="status" className="tabular-nums">
          {sumOf(typed, ({ quantity }) => quantity)}点・
          {formatYen(sumOf(typed, ({ amountYen }) => amountYen))}円
        </span>
        です。買い取ったお品物には、色・素材・ブランド・きずなどの特徴が要ります。
      </p>
      <ItemList<LedgerItem>
        form={form}
        path="items"
        label="明細"
        keyOf={(_, index) => String(index)}
        nameOf={({ name }, index) => name || `${index + 1}行目`}
        create={() => blank}
        addLabel="明細を加える"
        empty="明細はまだありません。"
      >
        {(_, at) => (
          <div className="grid gap-3 narrow:grid-cols-2">
            <TextField form={form} path={`${at}.name`} label="品目" required />
            <TextField form={form} path={`${at}.feature`} label="特徴" />
            <NumberField form={form} path={`${at}.quantity`} label="点数" required />
            <NumberField form={form} path={`${at}.amountYen`} label="金額（円）" required />
          </div>
        )}
      </ItemList>
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <p>
          <Button type="submit" isBusy={saving.isPending}>
            明細を保存する
          </Button>
        </p>
      )}
    </Form>
  );
}
