import { CRM_NAME, FIELDS } from './settings.ts'

/** A deal that has moved to a stage. None of the values has been checked. */
export interface StageChange {
  crm: string
  dealId: unknown
  stage: unknown
  /** Unix time in seconds. */
  changedAt: unknown
  /** Unix time in seconds. */
  createdAt: unknown
  /** The values of {@link FIELDS}. */
  fields: { [Field in keyof typeof FIELDS]?: unknown }
}

/**
 * Reads the generic webhook, a JSON object with `deal_id`, `stage`, `changed_at`, `created_at` and the names in
 * {@link FIELDS}.
 *
 * @throws {SyntaxError} If the body is not JSON.
 */
export function readGeneric(body: string): StageChange[] {
  const values = new Map(Object.entries(Object(JSON.parse(body))))
  return [
    {
      crm: CRM_NAME,
      dealId: values.get('deal_id'),
      stage: values.get('stage'),
      changedAt: values.get('changed_at'),
      createdAt: values.get('created_at'),
      fields: pickFields(values),
    },
  ]
}

/**
 * Reads a webhook of amoCRM (Kommo) for created leads and changed stages.
 *
 * @see https://developers.kommo.com/docs/webhooks-general
 */
export function readAmo(body: string): StageChange[] {
  const form = new Map(new URLSearchParams(body))
  const leads = ['leads[add]', 'leads[status]'].flatMap((list) => listItems(form, list))
  return leads.map((lead) => {
    const fields = listItems(form, `${lead}[custom_fields]`)
    return {
      crm: 'amoCRM',
      dealId: form.get(`${lead}[id]`),
      stage: form.get(`${lead}[status_id]`),
      changedAt: form.get(`${lead}[updated_at]`) ?? form.get(`${lead}[last_modified]`),
      createdAt: form.get(`${lead}[created_at]`) ?? form.get(`${lead}[date_create]`),
      fields: pickFields(
        new Map(
          fields.map((field) => [
            form.get(`${field}[name]`) ?? '',
            form.get(`${field}[values][0][value]`),
          ]),
        ),
      ),
    }
  })
}

/** Returns the prefixes of list items: `leads[add][0]`, `leads[add][1]`, … */
function listItems(form: Map<string, string>, list: string): string[] {
  const items: string[] = []
  while (form.has(`${list}[${items.length}][id]`)) items.push(`${list}[${items.length}]`)
  return items
}

function pickFields(values: Map<string, unknown>): StageChange['fields'] {
  return Object.fromEntries(Object.entries(FIELDS).map(([key, name]) => [key, values.get(name)]))
}
