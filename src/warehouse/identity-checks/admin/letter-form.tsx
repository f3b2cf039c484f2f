import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { identityMethodFacts, identityMethods } from '#warehouse/identity-checks/methods.ts';
import { LetterFacts, type SellerReview } from '#warehouse/identity-checks/seller-facts.ts';

const methods = identityMethods.map((value) => {
  const { label, source } = identityMethodFacts[value];
  return { value, label: `${label}（${source}）` };
});
const day = (text: string) => (text === '' ? '' : formatDate(text));
/** A letter's facts with their labels. */
const factsOf = (letter: LetterFacts): readonly (readonly [string, string])[] => [
  ['確認の方法', identityMethodFacts[letter.method].label],
  ['郵便の番号', letter.letterNumber],
  ['発送日', day(letter.sentOn)],
  ['到達日', day(letter.deliveredOn)],
  ['返送日', day(letter.returnedOn)],
];

/** Records how the identity is confirmed and the state of the letter; shows what a colleague saved meanwhile. */
export function LetterForm({ review, onSaved }: { review: SellerReview; onSaved: () => void }) {
  const form = useForm({ schema: LetterFacts, initial: review.letter, onInvalid: showMessage });
  const [newer, setNewer] = useState<SellerReview>();
  const path = `/api/office/identity/${review.appraisalId}`;
  const saving = useSubmission(
    (body: LetterFacts) =>
      api<SellerReview>(`${path}/letter`, {
        body,
        ifMatch: `"${(newer ?? review).letterVersion}"`,
      }),
    {
      form,
      onDone() {
        showToast('郵便の記録を保存しました。');
        onSaved();
      },
    },
  );
  async function save(body: LetterFacts) {
    const outcome = await saving.send(body);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await api<SellerReview>(`${path}/review`).catch(() => undefined));
  }
  if (review.state !== 'appraised') {
    return (
      <Facts>
        {factsOf(review.letter).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    );
  }
  const mine = factsOf(form.values);
  const stored = newer && factsOf(newer.letter);
  const needsLetter = identityMethodFacts[form.values.method]?.needsLetter;
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {stored && (
        <VersionChoice
          fields={mine.map(([label, value], index) => ({
            label,
            mine: value,
            stored: stored[index]?.[1] ?? '',
          }))}
          isPending={saving.isPending}
          onKeepStored={onSaved}
        />
      )}
      <SelectField form={form} path="method" label="確認の方法" required choices={methods} />
      {needsLetter && (
        <div className="grid gap-3 narrow:grid-cols-2">
          <TextField
            form={form}
            path="letterNumber"
            label="郵便の番号"
            help="書留などのお問い合わせ番号です"
            autoComplete="off"
          />
          <TextField form={form} path="sentOn" label="発送日" type="date" />
          <TextField form={form} path="deliveredOn" label="到達日" type="date" />
          <TextField form={form} path="returnedOn" label="返送日" type="date" />
        </div>
      )}
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <p>
          <Button type="submit" isBusy={saving.isPending}>
            郵便の記録を保存する
          </Button>
        </p>
      )}
    </Form>
  );
}
