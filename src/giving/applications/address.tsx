import { streetOf } from '#kit/values/postal/written-address.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';

/** A postal address on two or three lines. */
export function Address({
  zipcode,
  prefecture,
  line1,
  line2,
  building,
}: {
  zipcode: string;
  prefecture: string;
  line1: string;
  line2: string;
  building: string;
}) {
  return (
    <address className="not-italic">
      {formatPostalCode(zipcode)}
      <br />
      {streetOf({ prefecture, line1, line2 })}
      {building && (
        <>
          <br />
          {building}
        </>
      )}
    </address>
  );
}
