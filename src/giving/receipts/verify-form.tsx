import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { ScriptsNeeded } from '#kit/ui/scripts-needed.tsx';
import {
  ReceiptCheck,
  type ReceiptVerdict,
  tidyReceiptCode,
  tidyReceiptNumber,
} from './receipt.ts';
import { ReceiptAnswer } from './receipt-answer.tsx';

const asPrinted = { autoComplete: 'off', spellCheck: false, maxLength: 40 } as const;

/**
 * Verifies a receipt by number and code. The printed link carries both in its hash, which is never sent to a server
 * and is removed from the address bar once read.
 */
export function VerifyForm() {
  const [verdict, setVerdict] = useState<ReceiptVerdict>();
  const answer = useRef<HTMLDivElement>(null);
  const form = useForm({
    schema: ReceiptCheck,
    initial: { number: '', code: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: ReceiptCheck) => send('POST /api/receipts/verify', { body, isAnonymous: true }),
    { form, onDone: setVerdict },
  );
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { setValue } = form;
  const fill = useRef(setValue);
  useEffect(() => {
    fill.current = setValue;
  });
  useEffect(() => {
    const printed = new URLSearchParams(hash.replace(/^#/, ''));
    const number = printed.get('number');
    const code = printed.get('code');
    if (!number || !code) return;
    fill.current('number', tidyReceiptNumber(number.slice(0, 40)));
    fill.current('code', tidyReceiptCode(code.slice(0, 40)));
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, navigate]);
  useEffect(() => {
    if (verdict) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [verdict]);
  return (
    <div className="space-y-6">
      <Card>
        <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
          <ErrorSummary form={form} />
          <TextField
            form={form}
            path="number"
            label="証明書番号"
            required
            help="証明書の右上にある番号です（例：2026-000123）"
            tidy={tidyReceiptNumber}
            {...asPrinted}
          />
          <TextField
            form={form}
            path="code"
            label="確認コード"
            required
            help="証明書の下の、QRコードの横にある英数字です"
            autoCapitalize="characters"
            tidy={tidyReceiptCode}
            {...asPrinted}
          />
          <SubmitError message={submission.message} />
          <ScriptsNeeded />
          <Button type="submit" className="w-full" isBusy={submission.isPending}>
            {submission.isPending ? '確かめています' : '証明書を確かめる'}
          </Button>
        </Form>
      </Card>
      <div ref={answer} role="status" className="scroll-mb-6">
        {verdict && <ReceiptAnswer verdict={verdict} />}
      </div>
    </div>
  );
}
