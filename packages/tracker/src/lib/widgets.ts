/** What a widget's message contains. A path leads through the fields of the message, e.g. `payload.id`. */
export type WidgetMessage = [
  /** The end of the frame's hostname, after a dot. Empty if the widget's script posts the message from the page itself. */
  host: string,
  path: string,
  /** What the message has at `path`. Messages about cancellations and new times have other values. */
  value: string,
  /** Path of the ID that a repeated message has too. */
  id: string,
  event: 'Lead' | 'Schedule',
  /** Path of the visitor's contacts. Empty if there are none. */
  contacts?: string,
  /** Whether the ID is the one of the booking in the widget's webhook. Then the end of it is the event ID. */
  isBookingId?: 1,
]

/**
 * Calendars and forms of other companies, which post a message to the page when a visitor has booked or sent a form. To
 * add one, add its messages here, and how a page includes it to `known-scripts.ts` of the command line.
 */
export const WIDGETS = {
  // react-calendly 4.4.0, dist/index.js, line 127; the payload: lines 256-263 of README.md in its repository
  calendly: [
    [
      '.calendly.com',
      'event',
      'calendly.event_scheduled',
      'payload.invitee.uri',
      'Schedule',
      '',
      1,
    ],
  ] as WidgetMessage[],
  // @calcom/embed-core 1.5.3, dist/embed/embed.js; the data: dist/src/sdk-action-manager.d.ts
  'cal.com': [
    ['.cal.com', 'type', 'bookingSuccessfulV2', 'data.uid', 'Schedule', '', 1],
    ['.cal.eu', 'type', 'bookingSuccessfulV2', 'data.uid', 'Schedule', '', 1],
  ] as WidgetMessage[],
  hubspot: [
    // Its script posts from the page: preset-io/agor, pull request 2308, which read forms/embed/v2.js. The data:
    // colarosa/hubspot-conversion-tracking, README.md
    ['', 'eventName', 'onFormSubmitted', 'data.conversionId', 'Lead', 'data.submissionValues'],
    // NeroPN/revops-scripts, hubspot-calendar-utm-helper.js
    [
      '.hubspot.com',
      'meetingBookSucceeded',
      'true',
      'meetingsPayload.bookingResponse.event.dateTime',
      'Schedule',
      'meetingsPayload.bookingResponse.postResponse.contact',
    ],
  ] as WidgetMessage[],
  // react-tally 0.0.9, dist/index.js and dist/index.d.ts
  tally: [
    ['.tally.so', 'event', 'Tally.FormSubmitted', 'payload.id', 'Lead', 'payload.fields'],
  ] as WidgetMessage[],
  // jotform-react 1.1.1, lib/JotFormReact.js, line 29. The message has no ID but the form's.
  jotform: [
    ['.jotform.com', 'action', 'submission-completed', 'formID', 'Lead'],
  ] as WidgetMessage[],
  // @typeform/embed 6.1.1, build/embed.js
  typeform: [['.typeform.com', 'type', 'form-submit', 'responseId', 'Lead']] as WidgetMessage[],
  // @fillout/react 3.1.2, dist/index.js, lines 138 and 181
  fillout: [['.fillout.com', 'type', 'form_submit', 'submissionUuid', 'Lead']] as WidgetMessage[],
  // The calendars of HighLevel, from public reports of their origin and message. It has no ID but the calendar's.
  leadconnector: [
    ['.leadconnectorhq.com', '0', 'msgsndr-booking-complete', '1.calendarId', 'Schedule'],
  ] as WidgetMessage[],
}

export type Widget = keyof typeof WIDGETS

/** Returns the messages of the widgets among `platforms`. After `@`, a platform has the widget's own domain. */
export function widgetMessages(platforms: readonly string[]): WidgetMessage[] {
  return platforms.flatMap((platform) => {
    const [name, domain] = platform.split('@')
    const messages = WIDGETS[name as Widget] ?? []
    return domain ? messages.map(([, ...rest]): WidgetMessage => ['.' + domain, ...rest]) : messages
  })
}
