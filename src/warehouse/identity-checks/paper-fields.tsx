import { FileField } from '#kit/forms/fields/file-field.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { paperTypes } from './chosen-papers.ts';
import { type PaperKind, paperFacts, paperKinds } from './identity-check.ts';

const choicesOf = (kinds: readonly PaperKind[]) =>
  kinds.map((value) => ({ value, label: paperFacts[value].label }));
const identityPapers = choicesOf(paperKinds.filter((kind) => paperFacts[kind].isIdentityPaper));

const titles = ['1点目：身分証明書', '2点目：1点目と違う書類'] as const;

/** One of the two papers: its kind, its front, and its back if an address may be there. */
export function PaperFields({ form, place }: { form: FormFields; place: 0 | 1 }) {
  const path = `papers.${place}`;
  const kind = form.valueAt(`${path}.kind`) as PaperKind | '';
  const facts = kind === '' ? undefined : paperFacts[kind];
  const number = `${place + 1}点目`;
  const first = form.valueAt('papers.0.kind');
  const choices =
    place === 0 ? identityPapers : choicesOf(paperKinds.filter((other) => other !== first));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-tile border border-line p-4 narrow:p-5">
      <legend className="px-1 font-bold text-ink">{titles[place]}</legend>
      <SelectField
        form={form}
        path={`${path}.kind`}
        label={`${number}の種類`}
        required
        choices={choices}
        emptyLabel="選んでください"
      />
      <FileField
        form={form}
        path={`${path}.front`}
        label={facts?.hasBack ? `${number}の表面` : `${number}の書類`}
        required
        help={
          facts?.note ?? '四隅まで入るように、明るいところで撮った写真か、PDFを選んでください。'
        }
        accept={paperTypes}
      />
      {facts?.hasBack && (
        <FileField
          form={form}
          path={`${path}.back`}
          label={`${number}の裏面（変更が書かれているとき）`}
          accept={paperTypes}
        />
      )}
    </fieldset>
  );
}
