import { useState } from 'react';
import { controlProps, Field, type FieldProps } from '#kit/forms/fields/field.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { PictureField } from '#kit/versions/picture-field.tsx';
import { maxAssociateChallenges } from '#organisations/associates/associate-content.ts';
import { classificationIds, classifications } from '#organisations/associates/classification.ts';
import {
  type SocialChallengeId,
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import { NumberField } from './number-field.tsx';

const classificationChoices = classificationIds.map((value) => ({
  value,
  label: classifications[value].label,
}));

type PartProps = { form: FormFields; associateId: string };

/** All fields of an organisation's page. */
export function AssociateFields(props: PartProps) {
  return (
    <>
      <FactFields {...props} />
      <TextFields {...props} />
      <VisionFields {...props} />
    </>
  );
}

function FactFields({ form }: PartProps) {
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="mb-4 text-lg font-bold">団体の情報</legend>
      <TextField form={form} path="name" label="団体の名称" required maxLength={100} />
      <TextField form={form} path="nameKana" label="名称のふりがな" maxLength={200} />
      <SelectField
        form={form}
        path="classification"
        label="種別"
        required
        choices={classificationChoices}
      />
      <ChallengesField form={form} path="socialChallenges" />
      <LinesField
        form={form}
        path="locations"
        label="活動する地域"
        help="都道府県から、1行に1か所ずつ書きます（例：東京都府中市）。"
      />
      <TextField
        form={form}
        path="address"
        label="所在地"
        help="公開するときに必要です。"
        maxLength={200}
      />
      <TextField
        form={form}
        path="representative"
        label="代表者"
        help="公開するときに必要です。"
        maxLength={100}
      />
      <TextField
        form={form}
        path="websiteUrl"
        label="ウェブサイト"
        optional
        inputMode="url"
        maxLength={300}
      />
      <NumberField form={form} path="foundedYear" label="活動を始めた年" help="西暦で書きます。" />
    </fieldset>
  );
}

function TextFields({ form, associateId }: PartProps) {
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="mb-4 text-lg font-bold">紹介</legend>
      <TextArea
        form={form}
        path="summary"
        label="ひとことの紹介"
        help="一覧や検索の結果に出ます。公開するときに必要です。"
        rows={3}
        maxLength={200}
      />
      <MarkdownField
        form={form}
        path="description"
        label="団体の紹介"
        optional
        preview={previewMarkdown}
      />
      <PictureField
        form={form}
        path="coverImageId"
        place={`associates/${associateId}`}
        kind="associate-cover"
        label="表紙の画像"
        help="なければ、社会課題に合わせた模様を表示します。"
      />
    </fieldset>
  );
}

function VisionFields({ form, associateId }: PartProps) {
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="mb-4 text-lg font-bold">目指すこと</legend>
      <TextField
        form={form}
        path="vision.title"
        label="見出し"
        help="空欄の間は、団体の紹介を表示します。"
        maxLength={100}
      />
      <MarkdownField
        form={form}
        path="vision.body"
        label="本文"
        optional
        preview={previewMarkdown}
      />
      <TextArea form={form} path="vision.goal" label="目指す姿" rows={3} maxLength={1000} />
      <TextArea
        form={form}
        path="vision.useOfDonations"
        label="ご寄付の使い道"
        rows={3}
        maxLength={1000}
      />
      <PictureField
        form={form}
        path="vision.imageId"
        place={`associates/${associateId}`}
        kind="associate-picture"
        label="目指すことの画像"
        help="本文の上に表示します。"
      />
    </fieldset>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list of short texts, one per line; the form's value is an array. */
function LinesField({
  form,
  path,
  label,
  help,
  rows = 3,
}: FieldProps & { form: FormFields; path: string; rows?: number }) {
  const binding = form.register(path);
  const lines = Array.isArray(binding.value) ? (binding.value as string[]) : [];
  // Keeps empty lines while typing, until the field is left.
  const [typed, setTyped] = useState<string>();
  return (
    <Field binding={binding} label={label} help={help}>
      <textarea
        {...controlProps(binding, help)}
        className="control block"
        rows={rows}
        value={typed ?? lines.join('\n')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          binding.change(linesOf(currentTarget.value));
        }}
        onBlur={() => {
          setTyped(undefined);
          binding.blur();
        }}
        onCompositionStart={binding.compositionStart}
        onCompositionEnd={binding.compositionEnd}
      />
    </Field>
  );
}

/** The challenges in the order in which pages list them; the first one sets the organisation's colours. */
function ChallengesField({ form, path }: { form: FormFields; path: string }) {
  const binding = form.register(path);
  const chosen = (Array.isArray(binding.value) ? binding.value : []) as SocialChallengeId[];
  const unchosen = socialChallengeIds.filter((id) => !chosen.includes(id));
  const move = (from: number, to: number) => {
    const next = [...chosen];
    next.splice(to, 0, ...next.splice(from, 1));
    binding.change(next);
  };
  return (
    <Field
      binding={binding}
      label="取り組んでいる社会課題"
      help={`大切なものから順に、${maxAssociateChallenges}つまで選べます。はじめの1つが、カードの色と絵になります。`}
    >
      {chosen.length > 0 && (
        <ol className="mb-3 divide-y divide-dashed divide-line rounded-tile border border-line px-3">
          {chosen.map((id, place) => (
            <li key={id} className="flex flex-wrap items-center gap-2 py-2">
              <span className="grow">
                {place + 1}. {socialChallenges[id].label}
              </span>
              <ChallengeButtons
                label={socialChallenges[id].label}
                onUp={place > 0 ? () => move(place, place - 1) : undefined}
                onDown={place < chosen.length - 1 ? () => move(place, place + 1) : undefined}
                onRemove={() => binding.change(chosen.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ol>
      )}
      <SelectInput
        id={binding.id}
        disabled={chosen.length >= maxAssociateChallenges}
        choices={unchosen.map((value) => ({ value, label: socialChallenges[value].label }))}
        emptyLabel="社会課題を加える"
        value=""
        onChange={({ currentTarget }) => {
          if (currentTarget.value) binding.change([...chosen, currentTarget.value]);
        }}
      />
    </Field>
  );
}

function ChallengeButtons({
  label,
  onUp,
  onDown,
  onRemove,
}: {
  label: string;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}) {
  return (
    <span className="flex gap-1">
      <Button variant="quiet" size="small" disabled={!onUp} onClick={onUp}>
        上へ<span className="sr-only">：{label}</span>
      </Button>
      <Button variant="quiet" size="small" disabled={!onDown} onClick={onDown}>
        下へ<span className="sr-only">：{label}</span>
      </Button>
      <Button variant="quiet" size="small" onClick={onRemove}>
        外す<span className="sr-only">：{label}</span>
      </Button>
    </span>
  );
}
