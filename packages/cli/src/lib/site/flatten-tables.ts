import type { Element } from 'hast'

import { findElements, textOf } from './elements.ts'

/**
 * Replaces the tables that only place content on a page: cells become blocks, the tables in them lists, and cells with
 * nothing but links, which are menus, are removed. Other tables are kept. Changes the elements.
 */
export function flattenTables(parent: Element, isNested = false): void {
  for (const element of parent.children.filter((node) => node.type === 'element')) {
    const isLayout = element.tagName === 'table' && isLayoutTable(element)
    if (isLayout) {
      for (const cell of ownParts(element)) {
        if (/^t[dh]$/.test(cell.tagName) && isMenu(cell)) cell.children = []
        cell.tagName = 'div'
      }
    } else if (element.tagName === 'table' && isNested && !hasHeader(element)) {
      toList(element)
    }
    flattenTables(element, isNested || isLayout)
  }
}

/** Returns a table, its rows and its cells, without those of the tables in it. */
function ownParts(table: Element): Element[] {
  const parts = (parent: Element): Element[] =>
    parent.children.flatMap((node) =>
      node.type === 'element' && /^(?:caption|t(?:body|head|foot|r|d|h))$/.test(node.tagName)
        ? [node, ...parts(node)]
        : [],
    )
  return [table, ...parts(table)]
}

function hasHeader(table: Element): boolean {
  return ownParts(table).some(({ tagName }) => tagName === 'th')
}

function isLayoutTable(table: Element): boolean {
  if (/^(?:none|presentation)$/.test(String(table.properties['role']))) return true
  const isBlock = ({ tagName }: Element): boolean => /^(?:h[1-6]|table|[ou]l)$/.test(tagName)
  return !hasHeader(table) && findElements(table).some((each) => each !== table && isBlock(each))
}

/** Returns whether a cell contains at least three links, and no other text. */
function isMenu(cell: Element): boolean {
  const links = findElements(cell).filter(({ tagName }) => tagName === 'a')
  const length = links.reduce((sum, link) => sum + letters(link), 0)
  return links.length >= 3 && length === letters(cell)
}

/** Counts the letters and digits, because characters such as "|" separate the links of a menu. */
function letters(element: Element): number {
  return textOf(element).match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

function toList(table: Element): void {
  const rows = ownParts(table).filter(({ tagName }) => tagName === 'tr')
  table.tagName = 'ul'
  table.children = rows.map((row) => {
    const cells = row.children.filter((node) => node.type === 'element')
    row.tagName = 'li'
    row.children = cells.flatMap((cell, index) => [
      ...(index === 0 ? [] : [{ type: 'text' as const, value: ' – ' }]),
      ...cell.children,
    ])
    return row
  })
}
