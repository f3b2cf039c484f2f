import type { FormFields } from '#kit/forms/use-form.ts';
import type { Choice } from './choice.ts';
import { ChoiceCard, cardGrids } from './choice-card.tsx';
import { controlProps, FieldGroup, type FieldProps } from './field.tsx';

/** A multiple choice of cards; the form's value is an array in the order of the choices. */
export function CheckboxGroup({
  form,
  path,
  label,
  required,
  help,
  choices,
  columns = 4,
}: FieldProps & {
  form: FormFields;
  path: string;
  choices: readonly Choice[];
  columns?: keyof typeof cardGrids;
}) {
  const binding = form.register(path);
  const chosen: unknown[] = Array.isArray(binding.value) ? binding.value : [];
  return (
    <FieldGroup
      binding={binding}
      label={label}
      required={required}
      help={help}
      onLeave={binding.blur}
    >
      <div className={cardGrids[columns]}>
        {choices.map((choice, index) => (
          <ChoiceCard
            key={String(choice.value)}
            {...controlProps(binding, undefined)}
            id={index === 0 ? binding.id : undefined}
            choice={choice}
            type="checkbox"
            checked={chosen.includes(choice.value)}
            onChange={(event) => {
              const isChosen = event.currentTarget.checked;
              const next = choices.filter(({ value }) =>
                value === choice.value ? isChosen : chosen.includes(value),
              );
              binding.change(next.map(({ value }) => value));
            }}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
