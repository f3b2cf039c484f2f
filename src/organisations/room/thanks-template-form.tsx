import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { RemoveButton } from '#kit/versions/remove-button.tsx';
import { maxThanksLetters, thanksVariables } from '#organisations/thanks/thanks.ts';
import { type ThanksTemplate, ThanksTemplateDraft } from '#organisations/thanks/thanks-template.ts';

const help = `${thanksVariables.name}は寄付者の呼び名に、${thanksVariables.associate}は団体の名称に置き換わって届きます。`;

type FormProps = {
  /** API path of the organisation's templates. */
  path: string;
  /** Undefined for a new one. */
  template?: ThanksTemplate;
  onDone: () => void;
  onClose: () => void;
};

/** Creates or edits a thank-you template; shows what a colleague changed meanwhile. */
export function ThanksTemplateForm({ path, template, onDone, onClose }: FormProps) {
  const { name = '', title = '', body = '' } = template ?? {};
  const form = useForm({
    schema: ThanksTemplateDraft,
    initial: { name, title, body },
  });
  const [newer, setNewer] = useState<ThanksTemplate>();
  const done = (words: string) => () => {
    showToast(words);
    onDone();
    onClose();
  };
  const version = (newer ?? template)?.version;
  const saving = useSubmission(
    (draft: ThanksTemplateDraft) =>
      template
        ? api(`${path}/${template.id}`, { body: draft, ifMatch: `"${version}"` })
        : api(path, { body: draft }),
    { form, onDone: done('文例を保存しました。') },
  );
  async function save(draft: ThanksTemplateDraft) {
    const outcome = await saving.send(draft);
    if (!template || outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const all = await api<ThanksTemplate[]>(path).catch(() => []);
    setNewer(all.find(({ id }) => id === template.id));
  }
  function keepStored() {
    if (!newer) return;
    for (const field of ['name', 'title', 'body'] as const) form.setValue(field, newer[field]);
    onDone();
    setNewer(undefined);
  }
  const { values } = form;
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={[
            { label: '名前', mine: values.name, stored: newer.name },
            { label: '件名', mine: values.title, stored: newer.title },
            { label: '本文', mine: values.body, stored: newer.body },
          ]}
          isPending={saving.isPending}
          onKeepStored={keepStored}
        />
      )}
      <TextField
        form={form}
        path="name"
        label="文例の名前"
        required
        maxLength={60}
        help="文例を選ぶときの名前です。寄付者の方には届きません。"
      />
      <TextField form={form} path="title" label="件名" required maxLength={100} />
      <TextArea
        form={form}
        path="body"
        label="本文"
        required
        rows={10}
        maxLength={maxThanksLetters}
        help={help}
      />
      <SubmitError message={newer ? undefined : saving.message} />
      <div className="flex flex-wrap justify-between gap-3">
        {template ? (
          <RemoveButton
            path={`${path}/${template.id}`}
            version={version}
            onDone={done('文例を削除しました。')}
          />
        ) : (
          <span />
        )}
        {!newer && (
          <Button type="submit" isBusy={saving.isPending}>
            文例を保存する
          </Button>
        )}
      </div>
    </Form>
  );
}
