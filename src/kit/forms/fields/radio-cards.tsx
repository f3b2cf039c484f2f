import type { FormFields } from '#kit/forms/use-form.ts';
import type { Choice } from './choice.ts';
import { ChoiceCard, cardGrids } from './choice-card.tsx';
import { FieldGroup, type FieldProps } from './field.tsx';

/** A single choice of cards; the form's value is the choice's value, number or text. */
export function RadioCards({
  form,
  path,
  label,
  required,
  optional,
  help,
  choices,
  columns = 3,
}: FieldProps & {
  form: FormFields;
  path: string;
  choices: readonly Choice[];
  columns?: keyof typeof cardGrids;
}) {
  const binding = form.register(path);
  return (
    <FieldGroup
      binding={binding}
      role="radiogroup"
      label={label}
      required={required}
      optional={optional}
      help={help}
      onLeave={binding.blur}
    >
      <div className={cardGrids[columns]}>
        {choices.map((choice, index) => (
          <ChoiceCard
            key={String(choice.value)}
            choice={choice}
            type="radio"
            id={index === 0 ? binding.id : undefined}
            name={binding.name}
            checked={binding.value === choice.value}
            onChange={() => binding.change(choice.value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
