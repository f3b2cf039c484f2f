import type { ReactNode } from 'react';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type ComparedField, VersionChoice } from '#kit/forms/two-versions.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import type { Account } from './account.ts';
import type { Edit } from './use-edit.ts';

/** The form of an edit, or both versions after a conflict. */
export function EditForm({
  form,
  edit,
  comparedWith,
  children,
}: {
  form: FormFields;
  edit: Edit;
  /** Compares the typed fields with the stored account. */
  comparedWith: (account: Account) => readonly ComparedField[];
  children: ReactNode;
}) {
  return (
    <Form form={form} onSubmit={edit.submit} className="space-y-8">
      <ErrorSummary form={form} />
      {edit.newer && (
        <VersionChoice
          fields={comparedWith(edit.newer.account)}
          isPending={edit.isPending}
          onKeepStored={edit.takeNewer}
        />
      )}
      {children}
      <SubmitError message={edit.message} />
      {!edit.newer && (
        <Button type="submit" className="w-full" isBusy={edit.isPending}>
          {edit.isPending ? '保存しています' : '保存する'}
        </Button>
      )}
    </Form>
  );
}
