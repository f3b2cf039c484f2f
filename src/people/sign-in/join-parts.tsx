import * as z from 'zod/mini';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import type { Submission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';

/** The consent that every registration requires. */
export const agreed = z.literal(true, '利用規約をお読みのうえ、同意してください。');

export const thank = () => showToast('ご登録ありがとうございます。');

export function JoinNames({ form }: { form: FormFields }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField form={form} path="lastName" label="姓" required autoComplete="family-name" />
      <TextField form={form} path="firstName" label="名" required autoComplete="given-name" />
    </div>
  );
}

/** The application that becomes the first entry of the account's history. */
export function ClaimedApplication({ appraisalId }: { appraisalId: string }) {
  return (
    <dl className="rounded-tile bg-leaf-soft px-5 py-3">
      <dt className="text-sm">申込番号</dt>
      <dd className="figures text-xl">{appraisalId}</dd>
      <dd className="mt-1 text-sm">
        このお申し込みが、あなたの寄付の履歴に入ります。お名前とご住所は、お申し込みの内容を引き継ぎます。
      </dd>
    </dl>
  );
}

export function ConsentAndSubmit<Body>({
  form,
  submission,
}: {
  form: FormFields;
  submission: Submission<Body>;
}) {
  return (
    <>
      <Checkbox form={form} path="agreed" label="利用規約に同意します" required>
        <a href="/terms" target="_blank" rel="noopener" className="text-coral-dark underline">
          利用規約を読む<span className="sr-only">（新しいタブで開きます）</span>
        </a>
      </Checkbox>
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '登録しています' : '登録する'}
      </Button>
    </>
  );
}
