type Value = string | null | undefined

/**
 * Personal data as the page has it, in clear or hashed, under friendly names or Meta's short ones; and the
 * school's own id of the person, which is sent as it is.
 */
export interface Pii {
  email?: Value
  em?: Value
  phone?: Value
  ph?: Value
  firstName?: Value
  fn?: Value
  lastName?: Value
  ln?: Value
  externalId?: Value
  external_id?: Value
}
