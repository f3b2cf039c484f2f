ALTER TABLE "receipts" ADD COLUMN "stated" jsonb;--> statement-breakpoint
-- What was issued keeps what it has said up to now: a purchase, and the certification of the day of issue.
UPDATE receipts AS r SET stated = jsonb_build_object(
    'way', 'purchase',
    'name', a.name,
    'address', a.address,
    'representative', a.representative,
    'classification', a.classification,
    'certifications', coalesce((
        SELECT jsonb_agg(jsonb_build_object('number', c.number, 'authority', c.authority,
            'certifiedOn', c.certified_on, 'expiresOn', c.expires_on))
        FROM associate_certifications AS c WHERE c.id = r.certification_id
    ), '[]'))
FROM associates AS a WHERE a.id = r.associate_id;--> statement-breakpoint
ALTER TABLE "receipts" ALTER COLUMN "stated" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" DROP COLUMN "certification_id";
