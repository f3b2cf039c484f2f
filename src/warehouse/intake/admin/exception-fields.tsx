import type { ReactNode } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import {
  type Colleague,
  endingsOf,
  exceptionEndings,
  exceptionKinds,
  kindsBeside,
} from '#warehouse/intake/box-exception.ts';
import { ExceptionPictures } from './exception-pictures.tsx';

const kindChoices = (kind: string) =>
  kindsBeside(kind).map((value) => ({ value, label: exceptionKinds[value] }));
const endingChoices = (kind: string) => [
  { value: '', label: '対応中' },
  ...endingsOf(kind).map((value) => ({ value, label: exceptionEndings[value] })),
];

/** The possible assignees of an exception, including the current one even without permission any more. */
function assigneeChoices(colleagues: readonly Colleague[], owner: Colleague | undefined) {
  const isKnown = owner === undefined || colleagues.some(({ uid }) => uid === owner.uid);
  const all = isKnown ? colleagues : [...colleagues, owner];
  return all.map(({ uid, name }) => ({ value: uid, label: name }));
}

/** Renders a form once the assignees are loaded: a select without its options would lose its value. */
export function WithColleagues({
  children,
}: {
  children: (colleagues: readonly Colleague[]) => ReactNode;
}) {
  const { value, problem, reload } = useQuery<Colleague[]>('/api/office/intake/colleagues');
  if (value) return children(value);
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  return <Skeleton lines={6} label="担当者を読み込んでいます" />;
}

/** The fields of an exception; with `hasEnding` also how it ended. */
export function ExceptionFields({
  form,
  colleagues,
  owner,
  hasEnding = false,
}: {
  form: FormFields;
  colleagues: readonly Colleague[];
  owner?: Colleague;
  hasEnding?: boolean;
}) {
  const kind = String(form.valueAt('kind'));
  return (
    <>
      <SelectField form={form} path="kind" label="種類" required choices={kindChoices(kind)} />
      <TextField
        form={form}
        path="place"
        label="置き場所"
        required
        maxLength={60}
        help="例：棚3の上"
      />
      <TextArea form={form} path="reason" label="詳しい理由" required rows={3} />
      <TextField
        form={form}
        path="appraisalId"
        label="申込番号"
        optional
        autoComplete="off"
        help="わかるときだけ"
      />
      <ExceptionPictures form={form} />
      <SelectField
        form={form}
        path="ownerUid"
        label="担当者"
        required
        choices={assigneeChoices(colleagues, owner)}
        emptyLabel="選んでください"
      />
      <TextField form={form} path="dueOn" type="date" label="期限" required />
      {hasEnding && (
        <>
          <SelectField
            form={form}
            path="ending"
            label="どうなったか"
            choices={endingChoices(kind)}
          />
          <TextArea form={form} path="endingNote" label="どうなったかのメモ" optional rows={3} />
        </>
      )}
    </>
  );
}
