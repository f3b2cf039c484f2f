import { Field } from '#kit/forms/fields/field.tsx';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { maxAssociateChallenges } from '#organisations/associates/associate-content.ts';
import {
  type SocialChallengeId,
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';

/** The challenges in the order in which pages list them; the first one sets the organisation's colours. */
export function ChallengesField({ form, path }: { form: FormFields; path: string }) {
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
