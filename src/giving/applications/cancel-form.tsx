import { useEffect, useRef, useState } from 'react';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { CancelByEmail, type Cancelled } from './application.ts';
import { isWholeNumber, parseAppraisalId } from './appraisal-number.ts';

/**
 * Cancels by number and e-mail after a confirmation. No draft is stored, because the two
 * together are a credential.
 */
export function CancelForm() {
  const [asked, setAsked] = useState<CancelByEmail>();
  const [done, setDone] = useState<Cancelled & { email: string }>();
  const form = useForm({
    schema: CancelByEmail,
    initial: { appraisalId: '', email: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    async (body: CancelByEmail, idempotencyKey) => ({
      ...(await send('POST /api/applications/cancel-by-email', { body, idempotencyKey })),
      email: body.email,
    }),
    { form, onDone: setDone },
  );
  async function cancel(body: CancelByEmail) {
    const outcome = await submission.send(body);
    // Closes the confirmation after a refusal, whose reason is shown in the form.
    if (outcome !== undefined && outcome.kind !== 'done') setAsked(undefined);
  }
  if (done) return <Done {...done} />;
  return (
    <Card>
      <Form form={form} onSubmit={form.submit(setAsked)} className="space-y-6">
        <ErrorSummary form={form} />
        <TextField
          form={form}
          path="appraisalId"
          label="申込番号"
          required
          help="受付のメールにある、TS-から始まる番号です"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            if (isWholeNumber(event.currentTarget.value)) form.register('appraisalId').blur();
          }}
          tidy={(text) => parseAppraisalId(text) ?? text.trim()}
        />
        <EmailField
          form={form}
          path="email"
          required
          help="お申し込みのときにご入力いただいたアドレスです"
        />
        {submission.message && (
          <Notice kind="error" title={submission.message}>
            <p>
              お困りのときは、
              <Link to="/contact" className="inline-block py-1 underline">
                お問い合わせ
              </Link>
              ください。
            </p>
          </Notice>
        )}
        <Button type="submit" className="w-full">
          取り消しの確認へ進む
        </Button>
      </Form>
      <Dialog
        isOpen={asked !== undefined}
        onClose={() => !submission.isPending && setAsked(undefined)}
        title="お申し込みを取り消しますか？"
        actions={
          <>
            <Button variant="outline" onClick={() => setAsked(undefined)}>
              申し込みを続ける
            </Button>
            <Button isBusy={submission.isPending} onClick={() => asked && cancel(asked)}>
              {submission.isPending ? '取り消しています' : '申し込みを取り消す'}
            </Button>
          </>
        }
      >
        <p>
          申込番号 <b className="whitespace-nowrap">{asked?.appraisalId}</b>
          のお申し込みを取り消します。箱はお送りしません。取り消したあとは、元に戻せません。
        </p>
      </Dialog>
    </Card>
  );
}

function Done({ appraisalId, email }: Cancelled & { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Card className="text-center">
      <Picture name="package" className="mx-auto size-16" />
      <h2 ref={heading} tabIndex={-1} className="mt-3 text-xl narrow:text-2xl">
        お申し込みを取り消しました
      </h2>
      <div className="mx-auto mt-5 max-w-100 rounded-tile bg-coral-soft px-4 py-4">
        <p className="text-sm">申込番号</p>
        <p className="figures text-2xl whitespace-nowrap text-coral-dark narrow:text-3xl">
          {appraisalId}
        </p>
      </div>
      <div className="mx-auto mt-5 flex max-w-120 items-start gap-2 text-left">
        <Icon name="mail" className="mt-1 size-5 text-coral" />
        <p className="min-w-0">
          お知らせのメールを<b className="break-all">{email}</b>
          にお送りしています。またの機会を、心よりお待ちしています。
        </p>
      </div>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/search" variant="outline">
          団体を見てみる
        </ButtonLink>
        <ButtonLink to="/" variant="quiet">
          トップページへ
        </ButtonLink>
      </p>
    </Card>
  );
}
