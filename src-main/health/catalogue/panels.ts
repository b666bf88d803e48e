/**
 * Words that mean several tests at once. Asking a person's data for one gives its members; as a name of a single
 * test it stays unresolved, because no one code is right.
 */
export interface Panel {
  readonly names: readonly string[]
  readonly members: readonly string[]
}

export const panels: readonly Panel[] = [
  {
    names: ['blood pressure', 'bp', 'blood pressures', 'blood pressure reading', '血压', '血压值'],
    members: ['blood_pressure_systolic', 'blood_pressure_diastolic'],
  },
  {
    names: ['sleep stages', 'sleep stage', 'stages of sleep', 'sleep phases', '睡眠阶段', '睡眠分期'],
    members: ['sleep_deep', 'sleep_rem', 'sleep_core', 'sleep_awake'],
  },
  {
    names: ['lipids', 'lipid panel', 'lipid profile', 'blood lipids', 'blood fats', '血脂', '血脂四项'],
    members: ['cholesterol_total', 'ldl_cholesterol', 'hdl_cholesterol', 'triglycerides'],
  },
  {
    names: ['liver function', 'liver enzymes', 'liver panel', 'lft', '肝功能', '肝功'],
    members: ['alt', 'ast', 'ggt', 'alkaline_phosphatase', 'bilirubin_total', 'albumin'],
  },
  {
    names: ['kidney function', 'renal function', 'renal panel', '肾功能', '肾功'],
    members: ['creatinine', 'egfr', 'urea_nitrogen', 'uric_acid'],
  },
  {
    names: ['electrolytes', 'electrolyte panel', '电解质'],
    members: ['sodium', 'potassium', 'chloride', 'bicarbonate'],
  },
  {
    names: ['complete blood count', 'blood count', 'cbc', 'full blood count', '血常规', '全血细胞计数'],
    members: ['hemoglobin', 'hematocrit', 'white_blood_cells', 'red_blood_cells', 'platelets'],
  },
  {
    names: ['thyroid', 'thyroid function', 'thyroid panel', '甲状腺功能', '甲功'],
    members: ['tsh', 'free_t4', 'free_t3'],
  },
  {
    names: ['iron studies', 'iron panel', '铁代谢'],
    members: ['iron', 'ferritin', 'tibc', 'transferrin_saturation'],
  },
  {
    names: ['energy', 'total energy', 'total calories', 'total energy burned', '总能量', '总消耗'],
    members: ['active_energy', 'basal_energy'],
  },
  {
    names: ['symptoms', 'symptom', '症状'],
    members: [],
  },
]
