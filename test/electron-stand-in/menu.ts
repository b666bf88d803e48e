/** `Menu`: kept, not shown. Specs click items by label. */
type Click = (item: MenuItem) => void

interface MenuItemOptions {
  label?: string
  role?: string
  type?: string
  accelerator?: string
  click?: Click
  submenu?: MenuItemOptions[]
}

class MenuItem {
  readonly label: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly #click: Click | undefined

  constructor(options: MenuItemOptions) {
    this.label = options.label ?? options.role ?? ''
    this.role = options.role
    this.accelerator = options.accelerator
    this.submenu = options.submenu === undefined ? undefined : Menu.buildFromTemplate(options.submenu)
    this.#click = options.click
  }

  click(): void {
    this.#click?.(this)
  }
}

export class Menu {
  readonly items: MenuItem[] = []
  static #application: Menu | null = null

  static buildFromTemplate(template: readonly MenuItemOptions[]): Menu {
    const menu = new Menu()
    for (const options of template) menu.items.push(new MenuItem(options))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
}
