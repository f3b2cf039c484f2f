import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { DateField } from '#kit/forms/fields/date-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { handleFrom, snsKinds, snsLabel } from '#kit/values/sns.ts';
import { ProfileDraft } from '#people/accounts/account.ts';
import { genderLabels } from '#people/accounts/gender.ts';
import { compared } from './compared.ts';
import { draftOf, type VersionedProfile } from './own-profile.ts';
import { useProfileEdit } from './use-profile-edit.ts';

const genders = Object.entries(genderLabels).map(([value, label]) => ({ value, label }));
/** The highest plausible age. */
const longestLifeYears = 120;

/** Name, text, birth, gender and accounts; `thisYear` limits the years of birth. */
export function ProfileForm({
  shown,
  thisYear,
  onKeepStored,
  onDone,
}: {
  shown: VersionedProfile;
  thisYear: number;
  /** Discards the edit in favour of the stored version. */
  onKeepStored: (stored: VersionedProfile) => void;
  onDone: () => void;
}) {
  const form = useForm({
    schema: ProfileDraft,
    initial: draftOf(shown.profile),
    onInvalid: showMessage,
  });
  const edit = useProfileEdit({ shown, form, onDone });
  const { newer } = edit;
  return (
    <Form form={form} onSubmit={edit.submit} className="space-y-8">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={compared(form.values, draftOf(newer.profile))}
          isPending={edit.isPending}
          onKeepStored={() => onKeepStored(newer)}
        />
      )}
      <TextField
        form={form}
        path="name"
        label="表示名"
        help="#mypledgeの投稿者として表示されます。本名でなくてもかまいません。空欄の間は匿名になり、プロフィールも公開されません。"
        autoComplete="nickname"
        maxLength={50}
      />
      <TextArea
        form={form}
        path="text"
        label="自己紹介"
        help="#mypledgeを公開している間、投稿者名から開くプロフィールで、どなたでもご覧になれます。"
        rows={6}
        maxLength={1000}
      />
      <DateField
        form={form}
        path="birth"
        label="生年月日"
        help="公開されません。"
        birthday
        firstYear={thisYear - longestLifeYears}
        lastYear={thisYear}
      />
      <RadioCards
        form={form}
        path="gender"
        label="性別"
        help="公開されません。"
        choices={genders}
      />
      <SnsFields form={form} />
      <SubmitError message={edit.message} />
      {!newer && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="grow" isBusy={edit.isPending}>
            {edit.isPending ? '保存しています' : '保存する'}
          </Button>
          <ButtonLink to="/mypage" variant="outline">
            編集をやめる
          </ButtonLink>
        </div>
      )}
    </Form>
  );
}

/** The accounts by handle; a pasted URL is reduced to its handle. */
function SnsFields({ form }: { form: FormFields }) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-2 font-bold">SNSのアカウント</legend>
      <p className="text-sm text-ink-2">
        アカウント名を入力してください。プロフィールのURLを貼り付けても読み取ります。
      </p>
      {snsKinds.map((kind) => {
        const path = `snsAccounts.${kind}`;
        return (
          <TextField
            key={kind}
            form={form}
            path={path}
            label={snsLabel(kind)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            maxLength={300}
            tidy={(text) => handleFrom(kind, text)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              const handle = handleFrom(kind, pasted);
              if (handle === pasted) return;
              event.preventDefault();
              form.setValue(path, handle);
            }}
          />
        );
      })}
    </fieldset>
  );
}
