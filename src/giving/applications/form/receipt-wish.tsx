import { giverListNotice } from '#giving/giver-lists/giver-list.ts';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { NewTabLink } from './new-tab-link.tsx';

/** The request for a receipt where one is possible, else the `reason` why not. */
export function ReceiptWish({ form, reason }: { form: FormFields; reason: string | undefined }) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">寄付金受領証明書</legend>
      {reason === undefined ? (
        <Checkbox
          form={form}
          path="application.needReceipt"
          label="受領証明書を希望します"
          optional
        >
          <p>確定申告で寄付金控除を受けるときに必要です。お申し込みのお名前とご住所が載ります。</p>
          <p>{receiptRule.who}</p>
          <p className="mt-1 font-bold">{receiptRule.day}</p>
          <p className="mt-1">{giverListNotice}</p>
          <details className="group">
            <summary className="inline-flex min-h-11 items-center gap-1 font-bold">
              発行の方法
              <Icon
                name="chevron-down"
                className="size-4 text-coral transition-transform group-open:rotate-180"
              />
            </summary>
            <p>{receiptRule.how}</p>
            <p>{receiptRule.sum}</p>
          </details>
          <NewTabLink to="/tax-deduction">寄付金控除について</NewTabLink>
        </Checkbox>
      ) : (
        <p className="mt-1 text-sm text-ink-2">{reason}</p>
      )}
    </fieldset>
  );
}
